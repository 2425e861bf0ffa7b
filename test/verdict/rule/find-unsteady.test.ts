import { expect, test } from 'vitest';
import { createRandom, drawNormal } from '../../../src/stats/random.ts';
import { judge } from '../../../src/verdict/judge.ts';
import { options, sampleAggregate, sampleSeries } from '../sample-aggregate.ts';

function judgeSpreads(before: number, after: number, pairs: number) {
  const random = createRandom(3);
  const draw = (spread: number): number[] =>
    Array.from({ length: pairs }, () => 100e6 * Math.exp(spread * drawNormal(random)));
  const verdict = judge(sampleAggregate([sampleSeries(draw(before), draw(after))]), options);
  const named = verdict.problems.filter(({ code }) => code === 'became-unsteady');
  return { verdict, named, only: verdict.series[0] };
}

test('runs that vary six times as much as before are named, and the build passes as it would', () => {
  const { named, only, verdict } = judgeSpreads(0.01, 0.06, 40);
  expect(verdict.conclusion).toBe('passed');
  expect(only?.reason).toMatch(/became unsteady: runs vary \d\.\d times as much as before$/);
  expect(named).toHaveLength(1);
  expect(named[0]?.message).toContain('Latency of upload › send (runs vary');
});

test.each([
  ['as much as before', 0.03, 0.03, 40],
  ['less than before', 0.06, 0.01, 40],
  ['much more, yet within the margin of 1%', 0.0002, 0.002, 40],
  ['much more, in too few pairs', 0.01, 0.06, 8],
])('runs that vary %s are not', (_title, before, after, pairs) => {
  const { named, only } = judgeSpreads(before, after, pairs);
  expect(named).toEqual([]);
  expect(only?.reason).toBeUndefined();
});
