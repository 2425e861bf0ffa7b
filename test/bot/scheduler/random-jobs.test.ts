import { expect, test } from 'vitest';
import { Refused, Unavailable } from '../../../src/transport/platform-errors.ts';
import type { Job } from '../../../bot/src/scheduler/job-queue.ts';
import { createScheduler } from '../../../bot/src/scheduler/scheduler.ts';
import { createRandom } from '../../../src/stats/random.ts';

const seed = Number(process.env['PERIGEE_SEED'] ?? 20_261_121);

/** Wakes in random order of jobs that fail at random; what has to hold of each is noted as it happens. */
async function play(round: number): Promise<void> {
  const random = createRandom(seed + round);
  const draw = (below: number): number => Math.floor(random() * below);
  const running = new Set<string>();
  const begun = new Map<string, number>();
  const faults: string[] = [];
  const done: number[] = [];
  const workers = 1 + draw(5);
  let inWork = 0;
  const scheduler = createScheduler({
    ...{ workers, patience: { firstPauseMs: 1, longestPauseMs: 4 } },
    ...{ logger: { log: () => undefined }, onOutcome: () => undefined },
    clockMs: () => performance.now(),
    signals: { stop: new AbortController().signal, abandon: new AbortController().signal },
  });
  const makeJob = (name: number): Job => {
    const key = `job ${name}`;
    return {
      ...{ key, account: `${name % 2}`, owner: `repository ${name % 6}`, of: 'look' },
      run: async () => {
        if (running.has(key)) faults.push(`${key} runs twice at once`);
        if (inWork >= workers) faults.push('more are in work than may be');
        running.add(key);
        inWork += 1;
        begun.set(key, (begun.get(key) ?? 0) + 1);
        await new Promise((resolve) => setTimeout(resolve, draw(3)));
        running.delete(key);
        inWork -= 1;
        const fate = random();
        if (fate < 0.2) throw new Unavailable('502');
        if (fate < 0.25) throw new Refused('ci-not-allowed', '403');
        if (fate < 0.3) throw new TypeError('a defect');
        return fate < 0.4 && name >= 10 ? [makeJob(name - 10)] : [];
      },
    };
  };
  const wakes = 120;
  for (let i = 0; i < wakes; i++) {
    const job = makeJob(draw(20));
    const before = begun.get(job.key) ?? 0;
    scheduler.wake(job, draw(2) === 0 ? 'told' : 'swept', () => {
      done.push(i);
      // What was told after a run began is not answered by that run.
      if ((begun.get(job.key) ?? 0) <= before) faults.push(`${job.key} was not done since`);
    });
    if (draw(4) === 0) await new Promise((resolve) => setTimeout(resolve, draw(4)));
  }
  await expect.poll(() => done.length, { interval: 5 }).toBe(wakes);
  await expect.poll(() => scheduler.count(), { interval: 5 }).toBe(0);
  expect(faults).toEqual([]);
  expect(new Set(done).size).toBe(wakes);
}

test(`whatever is told in whatever order, each is done once at a time and nobody is forgotten (seed ${seed})`, async () => {
  for (let round = 0; round < 20; round++) await play(round);
});
