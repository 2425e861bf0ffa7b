/** Runs that fall into two groups make noisy series look like all others. */
import { expect, test } from 'vitest';
import { createRandom, drawNormal } from '../../../src/stats/random.ts';
import { judge } from '../../../src/verdict/judge.ts';
import { options, sampleAggregate, sampleSeries } from '../sample-aggregate.ts';

const seed = 11;
const repeats = 10;

/** @param slower by how much each run of the slower group is slower: one in three, spread evenly over both sides */
function judgeBuild(slower: number) {
  const random = createRandom(seed);
  const draw = (first: number) =>
    Array.from({ length: repeats }, (_, repeat) => {
      const isSlow = (repeat + first) % 3 === 0;
      return 100e6 * Math.exp((isSlow ? slower : 0) + 0.01 * drawNormal(random));
    });
  const series = Array.from({ length: 60 }, (_, i) =>
    sampleSeries(draw(i), draw(i + 1), { span: `span ${i}` }),
  );
  return judge(sampleAggregate(series), options);
}
const freedomOf = (verdict: ReturnType<typeof judge>) =>
  verdict.series.map(({ evidence }) => evidence.degreesOfFreedom ?? NaN);

// Of its own it has 0.7 for each of the seven runs of a side that trimming leaves beyond the first, or 0.8 of nine.
const mostOfItsOwn = 2 * 0.8 * 9;

test.each([
  ['fall into groups', 0.08, ['two-states']],
  ['are equally noisy', 0, []],
])('where runs %s, a series borrows at most ten degrees of freedom', (_what, slower, told) => {
  const verdict = judgeBuild(slower);
  expect(
    verdict.problems.map(({ code }) => code),
    `seed ${seed}`,
  ).toEqual(told);
  for (const df of freedomOf(verdict)) {
    expect(df).toBeLessThanOrEqual(mostOfItsOwn + 10 + 1e-9);
    expect(df).toBeGreaterThan(10);
  }
});
