import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { Refused, Unavailable } from '../../../src/transport/platform-errors.ts';
import type { Job } from '../../../bot/src/scheduler/job-queue.ts';
import { makeJob, makeSlowJob, settled, startScheduler } from './start-scheduler.ts';

test('one that is told of while it runs is done once more, however often it is told of', async () => {
  const scheduler = startScheduler();
  const slow = makeSlowJob('a');
  let done = 0;
  for (let i = 0; i < 6; i++) scheduler.wake(slow.job, 'told', () => (done += 1));
  expect(slow.began()).toBe(1);
  expect(done).toBe(0);
  slow.end();
  await expect.poll(() => slow.began()).toBe(2);
  // Only who told of it before it began may rely on that run.
  expect(done).toBe(1);
  slow.end();
  await settled(scheduler);
  expect(done).toBe(6);
  expect(slow.began()).toBe(2);
  expect(slow.most()).toBe(1);
});

test('what waits is not done twice', async () => {
  const scheduler = startScheduler(1);
  const slow = makeSlowJob('a');
  scheduler.wake(slow.job, 'told');
  let runs = 0;
  let done = 0;
  const other = makeJob('b', async () => (runs += 1));
  for (let i = 0; i < 5; i++) scheduler.wake(other, i % 2 ? 'told' : 'swept', () => (done += 1));
  slow.end();
  await settled(scheduler);
  expect([runs, done]).toEqual([1, 5]);
});

test('one that is done is not counted among those that are left', async () => {
  const scheduler = startScheduler(1);
  for (const key of ['a', 'b', 'c'])
    scheduler.wake(
      makeJob(key, async () => undefined),
      'told',
    );
  await settled(scheduler);
  expect(scheduler.left).toEqual([2, 1, 0]);
});

test('an outage is waited for, as long as it takes, and nobody is told meanwhile', async () => {
  const scheduler = startScheduler();
  let tries = 0;
  let done = 0;
  const job = makeJob('a', async () => {
    tries += 1;
    expect(done).toBe(0);
    if (tries < 12) throw new Unavailable('502');
  });
  scheduler.wake(job, 'told', () => (done += 1));
  await settled(scheduler);
  expect([tries, done]).toEqual([12, 1]);
  expect(scheduler.outcomes).toEqual([...Array<string>(11).fill('later'), 'done']);
});

test('what is told of during a run that fails is done by the next one', async () => {
  const scheduler = startScheduler();
  let [tries, done] = [0, 0];
  const job: Job = makeJob('a', async () => {
    tries += 1;
    if (tries > 1) return;
    scheduler.wake(job, 'told', () => (done += 1));
    throw new Unavailable('502');
  });
  scheduler.wake(job, 'told', () => (done += 1));
  await settled(scheduler);
  expect([tries, done]).toEqual([2, 2]);
});

test('a long pause is noted for good, and the message that led to it is done', async () => {
  const scheduler = startScheduler();
  const postponed: number[] = [];
  let done = 0;
  const limited = async () => {
    throw new Unavailable('limit', { retryAfterMs: 60_000 });
  };
  const job = makeJob('a', limited, { postpone: (ms) => void postponed.push(ms) });
  scheduler.wake(job, 'told', () => (done += 1));
  await settled(scheduler);
  expect([postponed, done]).toEqual([[60_000], 1]);
});

test.each([
  ['is done', undefined],
  ['is refused', new Refused('ci-not-allowed', 'it is gone')],
])('what is put off is counted until it %s', async (_how, end) => {
  const scheduler = startScheduler();
  const answers: (Error | undefined)[] = [
    new Unavailable('limit', { retryAfterMs: 60_000 }),
    new Unavailable('limit', { retryAfterMs: 60_000 }),
    end,
  ];
  const answer = async () => {
    const error = answers.shift();
    if (error !== undefined) throw error;
  };
  const job = makeJob('a', answer, { postpone: () => undefined });
  const counts: number[] = [];
  for (let round = 0; round < 3; round += 1) {
    scheduler.wake(job, 'told');
    await settled(scheduler);
    counts.push(scheduler.countPutOff());
  }
  expect(counts).toEqual([1, 1, 0]);
});

test('where it cannot be noted, it is waited for in memory', async () => {
  const scheduler = startScheduler();
  const job = makeJob('a', () => Promise.reject(new Unavailable('', { retryAfterMs: 60_000 })), {
    postpone: () => {
      throw new Error('database is locked');
    },
  });
  let done = 0;
  scheduler.wake(job, 'told', () => (done += 1));
  await expect.poll(() => scheduler.errors.length).toBe(1);
  expect([scheduler.count(), done]).toEqual([1, 0]);
  scheduler.abandon.abort();
});

test('what GitHub refuses is given up until somebody tells of it again', async () => {
  const scheduler = startScheduler();
  let tries = 0;
  let done = 0;
  const job = makeJob('a', async () => {
    tries += 1;
    throw new Refused('ci-not-allowed', '403');
  });
  scheduler.wake(job, 'told', () => (done += 1));
  await settled(scheduler);
  expect([tries, done, scheduler.errors.length]).toEqual([1, 1, 0]);
  scheduler.wake(job, 'told', () => (done += 1));
  await settled(scheduler);
  expect([tries, done]).toEqual([2, 2]);
});

test('a defect is tried five times and told with its stack', async () => {
  const scheduler = startScheduler();
  let done = 0;
  const job = makeJob('a', () => Promise.reject(new TypeError('x is undefined')));
  scheduler.wake(job, 'told', () => (done += 1));
  await settled(scheduler);
  expect(scheduler.outcomes).toEqual(Array<string>(5).fill('defect'));
  expect(scheduler.errors).toHaveLength(5);
  expect(scheduler.errors[0]).toMatchObject({ job: 'a', error: { message: 'x is undefined' } });
  expect(done).toBe(1);
});

test('whoever waits for a job waits for all that followed from it', async () => {
  const scheduler = startScheduler(3);
  const slow = makeSlowJob('look');
  const order: string[] = [];
  const quick = makeJob('other', async () => order.push('other'));
  const search: Job = { ...makeJob('search', async () => 0), run: async () => [slow.job, quick] };
  scheduler.wake(search, 'told', () => order.push('done'));
  await expect.poll(() => slow.began()).toBe(1);
  await expect.poll(() => order).toEqual(['other']);
  slow.end();
  await expect.poll(() => order).toEqual(['other', 'done']);
});

test('after a stop nothing begins, and it has ended when what runs is done', async () => {
  const scheduler = startScheduler(1);
  const slow = makeSlowJob('a');
  const next = makeSlowJob('b');
  let ended = false;
  scheduler.wake(slow.job, 'told');
  scheduler.wake(next.job, 'told');
  scheduler.stop.abort();
  void scheduler.ended.then(() => (ended = true));
  await pause(5);
  expect(ended).toBe(false);
  slow.end();
  await scheduler.ended;
  expect(next.began()).toBe(0);
});

test('one that is abandoned ends at once, and nobody is told that it was done', async () => {
  const scheduler = startScheduler();
  const slow = makeSlowJob('a');
  let done = 0;
  scheduler.wake(slow.job, 'told', () => (done += 1));
  scheduler.stop.abort();
  scheduler.abandon.abort();
  await scheduler.ended;
  expect(done).toBe(0);
});
