/** A program of `serveTasks` for tests: it does what it is asked to, also what nobody should ask for. */
import { serveTasks } from '../../src/async/task-process.ts';

serveTasks(async (task) => {
  switch (task) {
    case 'loop':
      for (;;);
    case 'grow':
      JSON.parse(`[${'{},'.repeat(20_000_000)}0]`);
      return 'grown';
    case 'leave':
      process.kill(process.pid, 'SIGKILL');
      return 'left';
    case 'fail':
      throw new TypeError('a defect');
    default:
      return { task, pid: process.pid, environment: Object.keys(process.env) };
  }
});
