import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { GithubRefused, GithubUnavailable } from '../../../bot/src/github/github-side.ts';
import type { Job } from '../../../bot/src/work/job.ts';
import { createScheduler, type Outcome } from '../../../bot/src/work/scheduler.ts';

function start(workers = 2) {
  const stop = new AbortController();
  const abandon = new AbortController();
  const outcomes: Outcome[] = [];
  const errors: unknown[] = [];
  const scheduler = createScheduler({
    ...{ workers, patience: { firstPauseMs: 1, longestPauseMs: 8 } },
    logger: {
      log: (level, _message, facts) => {
        if (level === 'error') errors.push(facts);
      },
    },
    onOutcome: (_job, outcome) => void outcomes.push(outcome),
    clockMs: () => performance.now(),
    signals: { stop: stop.signal, abandon: abandon.signal },
  });
  return { ...scheduler, stop, abandon, outcomes, errors };
}
const make = (key: string, run: () => Promise<unknown>, more: Partial<Job> = {}): Job => ({
  ...{ key, owner: 'acme/sync', of: 'look' },
  run: async () => {
    await run();
    return [];
  },
  ...more,
});
/** A job that runs until it is told to end. */
function makeSlow(key: string, owner = 'acme/sync') {
  const ends: (() => void)[] = [];
  let running = 0;
  let most = 0;
  const job = make(
    key,
    async () => {
      running += 1;
      most = Math.max(most, running);
      await new Promise<void>((resolve) => ends.push(resolve));
      running -= 1;
    },
    { owner },
  );
  return { job, began: () => ends.length, end: () => ends.at(-1)?.(), most: () => most };
}
const settled = (scheduler: { count(): number }) =>
  expect.poll(() => scheduler.count(), { interval: 2 }).toBe(0);

test('one that is told of while it runs is done once more, however often it is told of', async () => {
  const scheduler = start();
  const slow = makeSlow('a');
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
  const scheduler = start(1);
  const slow = makeSlow('a');
  scheduler.wake(slow.job, 'told');
  let runs = 0;
  let done = 0;
  const other = make('b', async () => (runs += 1));
  for (let i = 0; i < 5; i++) scheduler.wake(other, i % 2 ? 'told' : 'swept', () => (done += 1));
  slow.end();
  await settled(scheduler);
  expect([runs, done]).toEqual([1, 5]);
});

test('a repository with a thousand jobs does not hold up the one of another', async () => {
  const scheduler = start(2);
  const order: string[] = [];
  for (let i = 0; i < 1000; i++)
    scheduler.wake(
      make(`big ${i}`, async () => order.push('big'), { owner: 'big' }),
      'told',
    );
  scheduler.wake(
    make('small', async () => order.push('small'), { owner: 'small' }),
    'told',
  );
  await settled(scheduler);
  expect(order).toHaveLength(1001);
  expect(order.indexOf('small')).toBeLessThan(10);
});

test('what is told goes before what a sweep found, and the sweep ends all the same', async () => {
  const scheduler = start(1);
  const order: string[] = [];
  const slow = makeSlow('first');
  scheduler.wake(slow.job, 'told');
  for (let i = 0; i < 20; i++)
    scheduler.wake(
      make(`s${i}`, async () => order.push('s')),
      'swept',
    );
  for (let i = 0; i < 20; i++)
    scheduler.wake(
      make(`t${i}`, async () => order.push('t')),
      'told',
    );
  slow.end();
  await settled(scheduler);
  expect(order).toHaveLength(40);
  expect(order.slice(0, 20).filter((each) => each === 't').length).toBeGreaterThan(14);
  expect(order.slice(0, 20)).toContain('s');
});

test('one that was swept and is told of now moves forward, and runs once', async () => {
  const scheduler = start(1);
  const order: string[] = [];
  const slow = makeSlow('first');
  scheduler.wake(slow.job, 'told');
  const jobs = Array.from({ length: 9 }, (_, i) => make(`${i}`, async () => order.push(`${i}`)));
  for (const job of jobs) scheduler.wake(job, 'swept');
  scheduler.wake(jobs[8]!, 'told');
  slow.end();
  await settled(scheduler);
  expect(order[0]).toBe('8');
  expect([...order].sort()).toEqual(jobs.map(({ key }) => key));
});

test('an outage is waited for, as long as it takes, and nobody is told meanwhile', async () => {
  const scheduler = start();
  let tries = 0;
  let done = 0;
  const job = make('a', async () => {
    tries += 1;
    expect(done).toBe(0);
    if (tries < 12) throw new GithubUnavailable('502');
  });
  scheduler.wake(job, 'told', () => (done += 1));
  await settled(scheduler);
  expect([tries, done]).toEqual([12, 1]);
  expect(scheduler.outcomes).toEqual([...Array<string>(11).fill('later'), 'done']);
});

test('a long pause is noted for good, and the message that led to it is done', async () => {
  const scheduler = start();
  const postponed: number[] = [];
  let done = 0;
  const limited = async () => {
    throw new GithubUnavailable('limit', { retryAfterMs: 60_000 });
  };
  const job = make('a', limited, { postpone: (ms) => void postponed.push(ms) });
  scheduler.wake(job, 'told', () => (done += 1));
  await settled(scheduler);
  expect([postponed, done]).toEqual([[60_000], 1]);
});

test('where it cannot be noted, it is waited for in memory', async () => {
  const scheduler = start();
  const job = make('a', () => Promise.reject(new GithubUnavailable('', { retryAfterMs: 60_000 })), {
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
  const scheduler = start();
  let tries = 0;
  let done = 0;
  const job = make('a', async () => {
    tries += 1;
    throw new GithubRefused('403');
  });
  scheduler.wake(job, 'told', () => (done += 1));
  await settled(scheduler);
  expect([tries, done, scheduler.errors.length]).toEqual([1, 1, 0]);
  scheduler.wake(job, 'told', () => (done += 1));
  await settled(scheduler);
  expect([tries, done]).toEqual([2, 2]);
});

test('a defect is tried five times and told with its stack', async () => {
  const scheduler = start();
  let done = 0;
  const job = make('a', () => Promise.reject(new TypeError('x is undefined')));
  scheduler.wake(job, 'told', () => (done += 1));
  await settled(scheduler);
  expect(scheduler.outcomes).toEqual(Array<string>(5).fill('defect'));
  expect(scheduler.errors).toHaveLength(5);
  expect(scheduler.errors[0]).toMatchObject({ job: 'a', error: { message: 'x is undefined' } });
  expect(done).toBe(1);
});

test('whoever waits for a job waits for all that followed from it', async () => {
  const scheduler = start(3);
  const slow = makeSlow('look');
  const order: string[] = [];
  const quick = make('other', async () => order.push('other'));
  const search: Job = { ...make('search', async () => 0), run: async () => [slow.job, quick] };
  scheduler.wake(search, 'told', () => order.push('done'));
  await expect.poll(() => slow.began()).toBe(1);
  await expect.poll(() => order).toEqual(['other']);
  slow.end();
  await expect.poll(() => order).toEqual(['other', 'done']);
});

test('after a stop nothing begins, and it has ended when what runs is done', async () => {
  const scheduler = start(1);
  const slow = makeSlow('a');
  const next = makeSlow('b');
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
  const scheduler = start();
  const slow = makeSlow('a');
  let done = 0;
  scheduler.wake(slow.job, 'told', () => (done += 1));
  scheduler.stop.abort();
  scheduler.abandon.abort();
  await scheduler.ended;
  expect(done).toBe(0);
});
