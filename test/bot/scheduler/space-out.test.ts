import { expect, onTestFinished, test } from 'vitest';
import type { Job } from '../../../bot/src/scheduler/job-queue.ts';
import { spaceOut } from '../../../bot/src/scheduler/space-out.ts';

const makeJob = (key: string): Job => ({
  ...{ key, account: 'unknown', owner: 'acme/sync', of: 'search', run: async () => [] },
});

/** What is passed on is done by `finish`. */
function start(everyMs: number) {
  const stop = new AbortController();
  onTestFinished(() => stop.abort());
  const passed: string[] = [];
  const done: string[] = [];
  const finishers: (() => void)[] = [];
  const wake = spaceOut(
    ({ key }, _lane, onDone) => {
      passed.push(key);
      finishers.push(onDone);
    },
    everyMs,
    stop.signal,
  );
  return {
    ...{ passed, done, stop },
    wake: (key: string, name: string) => wake(makeJob(key), 'told', () => void done.push(name)),
    finish: () => finishers.splice(0).forEach((finish) => finish()),
  };
}

test('the first is passed on at once, those that come meanwhile are one, and each is done with its job', async () => {
  const { wake, passed, done, finish } = start(50);
  for (const name of ['1', '2', '3', '4']) wake('a', name);
  expect([passed, done]).toEqual([['a'], []]);
  finish();
  expect(done).toEqual(['1']);
  await expect.poll(() => passed).toEqual(['a', 'a']);
  finish();
  expect(done).toEqual(['1', '2', '3', '4']);
});

test('one that comes alone later does not wait', async () => {
  const { wake, passed } = start(10);
  wake('a', '1');
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(passed).toEqual(['a']);
  wake('a', '2');
  expect(passed).toEqual(['a', 'a']);
});

test('a flood of one build holds up no other', () => {
  const { wake, passed } = start(60_000);
  for (let i = 0; i < 100; i++) wake('a', String(i));
  wake('b', 'b');
  expect(passed).toEqual(['a', 'b']);
});

test('at a stop those who wait are left, neither passed on nor done', async () => {
  const { wake, passed, done, finish, stop } = start(20);
  wake('a', '1');
  wake('a', '2');
  stop.abort();
  wake('b', '3');
  await new Promise((resolve) => setTimeout(resolve, 60));
  finish();
  expect(passed).toEqual(['a']);
  expect(done).toEqual(['1']);
});
