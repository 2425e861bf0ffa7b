import { onTestFinished, expect, test } from 'vitest';
import { createTaskProcesses, TaskKilled } from '../../src/async/task-process.ts';

const entry = new URL('endless-tasks.ts', import.meta.url);
const usual = { entry, heapMb: 64, atMost: 1, longestMs: 60_000, idleMs: 60_000 };

function start(options: Partial<typeof usual> = {}) {
  const processes = createTaskProcesses({ ...usual, ...options });
  onTestFinished(() => processes.close());
  return processes;
}

test('tasks are answered in their order by one process, which knows no environment', async () => {
  const processes = start();
  const answers = await Promise.all(
    [1, Buffer.from('2'), new Map([[3, 4]])].map((task) => processes.run(task)),
  );
  expect(answers).toMatchObject([
    { task: 1 },
    { task: Buffer.from('2') },
    { task: new Map([[3, 4]]) },
  ]);
  expect(new Set(answers.map((each) => (each as { pid: number }).pid)).size).toBe(1);
  expect(answers[0]).toMatchObject({ environment: [] });
});

test('a task that takes too much memory ends its process, and the next one gets another', async () => {
  const processes = start();
  const [grown, next] = await Promise.allSettled([processes.run('grow'), processes.run('next')]);
  expect(grown).toMatchObject({ status: 'rejected', reason: { because: 'memory' } });
  expect(next).toMatchObject({ status: 'fulfilled', value: { task: 'next' } });
});

test('a task that nobody waits for any more is not begun', async () => {
  const processes = start();
  const gone = new AbortController();
  const first = processes.run('first');
  const loop = processes.run('loop', gone.signal);
  gone.abort(new Error('gone'));
  await expect(loop).rejects.toThrow('gone');
  const answers = await Promise.all([first, processes.run('next')]);
  expect(answers).toMatchObject([{ task: 'first' }, { task: 'next' }]);
  const pids = answers.map((each) => (each as { pid: number }).pid);
  expect(pids[1]).toBe(pids[0]);
});

test('a task that does not end is ended', async () => {
  const processes = start({ longestMs: 3_000 });
  const [looped, next] = await Promise.allSettled([processes.run('loop'), processes.run('next')]);
  expect(looped).toMatchObject({ status: 'rejected', reason: { because: 'time' } });
  expect(next).toMatchObject({ status: 'fulfilled' });
});

test('what waits behind an answer that came too late gets another process', async () => {
  const processes = start({ longestMs: 2_000 });
  await processes.run('first');
  const both = Promise.allSettled([processes.run('late'), processes.run('next')]);
  // The answer lies in the pipe when this process looks at its clock, and kills.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2_500);
  expect(await both).toMatchObject([{ value: { task: 'late' } }, { value: { task: 'next' } }]);
});

test('a task whose process was killed is tried once more, and then given up', async () => {
  const error = await start()
    .run('leave')
    .catch((cause: unknown) => cause);
  expect(error).toBeInstanceOf(TaskKilled);
});

test('a defect is thrown with its place, and ends no process', async () => {
  const processes = start();
  await expect(processes.run('fail')).rejects.toThrow(/TypeError: a defect\n.*endless-tasks/s);
  expect(await processes.run('next')).toMatchObject({ task: 'next' });
});

test('a program that does not start is a defect, and says why', async () => {
  const processes = start({ entry: new URL('no-such-file.ts', import.meta.url) });
  await expect(processes.run('next')).rejects.toThrow(/does not start: .*no-such-file/s);
});

test('a process without a task ends, and a new one comes with the next', async () => {
  const processes = start({ idleMs: 1 });
  const one = (await processes.run(1)) as { pid: number };
  await expect.poll(() => isAlive(one.pid)).toBe(false);
  expect(await processes.run(2)).toMatchObject({ task: 2 });
});

test('what waits when it is closed is refused, and no process is left', async () => {
  const processes = start();
  const { pid } = (await processes.run(1)) as { pid: number };
  const waiting = processes.run('loop');
  processes.close();
  await expect(waiting).rejects.toThrow('this process ends');
  await expect.poll(() => isAlive(pid)).toBe(false);
});

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
