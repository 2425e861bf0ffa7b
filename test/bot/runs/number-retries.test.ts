import { expect, test } from 'vitest';
import { numberRetries } from '../../../bot/src/runs/number-retries.ts';
import { createRandom } from '../../../src/stats/random.ts';
import { makeJob } from './make-build.ts';

test('a build without retries has one attempt, and nothing in it needs a number', () => {
  expect(numberRetries([makeJob('a'), makeJob('b')])).toEqual(new Map());
});

test('each retry begins an attempt in the order in which it was asked for, whatever its step', () => {
  const jobs = [
    makeJob('late', { retries: 1, createdAtMs: 30 }),
    makeJob('first', { createdAtMs: 40 }),
    makeJob('lint', { retries: 1, createdAtMs: 20, step: 'lint' }),
    makeJob('early', { retries: 2, createdAtMs: 10 }),
  ];
  expect([...numberRetries(jobs)]).toEqual([
    ['early', 2],
    ['lint', 3],
    ['late', 4],
  ]);
});

test('of one moment the order is the same however Buildkite lists them', () => {
  const [a, b, c] = ['a', 'b', 'c'].map((id) => makeJob(id, { retries: 1, createdAtMs: 5 })) as [
    ReturnType<typeof makeJob>,
    ReturnType<typeof makeJob>,
    ReturnType<typeof makeJob>,
  ];
  const expected = new Map(Object.entries({ a: 2, b: 3, c: 4 }));
  expect(numberRetries([c, a, b])).toEqual(expected);
  expect(numberRetries([b, c, a])).toEqual(expected);
});

test.each([1, 2, 3, 4, 5])('no number changes when more is retried (seed %i)', (seed) => {
  const random = createRandom(seed);
  const jobs = [makeJob('0')];
  let known = numberRetries(jobs);
  for (let count = 1; count < 60; count++) {
    const retries = random() < 0.3 ? 0 : 1 + Math.floor(random() * 3);
    jobs.splice(Math.floor(random() * jobs.length), 0, makeJob(String(count), { retries, createdAtMs: count })); // prettier-ignore
    const now = numberRetries(jobs);
    for (const [id, attempt] of known) expect(now.get(id), `job ${id}`).toBe(attempt);
    known = now;
  }
});
