import { expect, test } from 'vitest';
import type { Samples } from '../../src/contract/documents.ts';
import { createRandom, drawNormal, type Random } from '../../src/stats/random.ts';
import { judge } from '../../src/verdict/judge.ts';
import { listOutliers } from '../../src/verdict/list-outliers.ts';
import { options, sampleAggregate, sampleSeries, steady } from './sample-aggregate.ts';

test('the outliers are those that the verdict marks, of builds with disturbed repeats and gaps', () => {
  const seed = 20261121;
  const random = createRandom(seed);
  let found = 0;
  for (let build = 0; build < 30; build++) {
    const series = Array.from({ length: 12 }, (_, number) =>
      sampleSeries(drawSide(random), drawSide(random), { test: `test ${number}` }),
    );
    const aggregate = sampleAggregate(series);
    const marked = judge(aggregate, options).series.flatMap((one) => {
      const { test: name, before, after } = one;
      const isMarked = before.rejected.length + after.rejected.length > 0;
      return isMarked ? [{ test: name, before: before.rejected, after: after.rejected }] : [];
    });
    const listed = listOutliers(aggregate).map(({ test: name, before, after }) => {
      return { test: name, before: before.rejected, after: after.rejected };
    });
    expect(byTest(listed), `seed ${seed}, build ${build}`).toEqual(byTest(marked));
    found += listed.length;
  }
  expect(found).toBeGreaterThan(30);
});

test('a series of which every repeat counts is not listed', () => {
  const aggregate = sampleAggregate([sampleSeries(steady(100), steady(101))]);
  expect(listOutliers(aggregate)).toEqual([]);
});

const byTest = <T extends { test: string }>(list: readonly T[]): T[] =>
  list.toSorted((a, b) => (a.test < b.test ? -1 : 1));

/** Five to ten values around 100 ms; one in eight is disturbed, and one in ten is not there. */
function drawSide(random: Random): Samples {
  return Array.from({ length: 5 + Math.floor(random() * 6) }, () => {
    if (random() < 0.1) return null;
    const disturbance = random() < 0.125 ? 1.5 : 1;
    return Math.round(100e6 * disturbance * (1 + 0.01 * drawNormal(random)));
  });
}
