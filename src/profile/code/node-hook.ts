/** Loaded by `--require` into every Node of a test: writes a CPU profile of its main thread, or of a worker, as it ends. */
import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { Session } from 'node:inspector';
import { join } from 'node:path';

const folder = process.env['PERIGEE_PROFILES'];
if (folder !== undefined) {
  const session = new Session();
  session.connect();
  session.post('Profiler.enable');
  session.post('Profiler.setSamplingInterval', { interval: 500 });
  session.post('Profiler.start');
  process.on('exit', () => {
    // The session is in this process: the answer is there before the call returns.
    session.post('Profiler.stop', (error, stopped) => {
      if (error !== null) return;
      const name = `${process.pid}-${randomBytes(4).toString('hex')}.cpuprofile`;
      writeFileSync(join(folder, name), JSON.stringify(stopped.profile));
    });
  });
}
