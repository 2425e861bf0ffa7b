import { expect, test } from 'vitest';
import { placeRepeats } from '../../../src/dashboard/charts/history-view.ts';
import { drawRepeats } from '../../../src/dashboard/charts/draw-repeats.ts';
import { placeByRuns } from '../../../src/dashboard/charts/place-by-runs.ts';
import { namePlace, readPlace } from '../../../src/dashboard/words/read-place.ts';
import { spreadRun } from '../../../src/dashboard/words/spread-of-runs.ts';
import type { ChartTheme } from '../../../src/report/chart/chart-theme.ts';
import type { RunOfSeries } from '../../../src/explorer/answers.ts';
import { makeAnswer, makeRun } from '../make-answer.ts';

/** A build of a laptop: neither of its commits is known to be on the default branch. */
function makeLaptopRun(number: number): RunOfSeries {
  const run = makeRun(number, [100, 130], { branchKind: 'other' });
  for (const side of [run.before, run.after]) delete side?.place;
  return run;
}

test('without a build of the default branch each build stands for itself, in its turn', () => {
  const runs = [makeLaptopRun(1), makeLaptopRun(2)];
  const placed = placeByRuns(makeAnswer({ commits: [], levels: [], changes: [], runs }));
  expect(placed.commits).toHaveLength(4);
  const { changed, kept } = placeRepeats(placed, undefined);
  expect([...new Set(kept.map(({ place }) => place))]).toEqual([0, 2]);
  expect([...new Set(changed.map(({ place }) => place))]).toEqual([1, 3]);
});

test('with one, commits keep their places', () => {
  const answer = makeAnswer();
  expect(placeByRuns(answer)).toBe(answer);
});

test('each side of such a build is named on the axis, and keeps its colour where readers come from it', () => {
  const runs = [makeLaptopRun(1)];
  const placed = placeByRuns(makeAnswer({ commits: [], levels: [], changes: [], runs }));
  const names = [0, 1, 2].map((place) => namePlace(placed, place));
  expect(names).toEqual(['before: 00000000', 'after: 00000000', '']);
  expect(readPlace(placed, 1)).toMatch(/^After: /);
  const repeats = placeRepeats(placed, 'run-1');
  const theme = { before: 'grey', after: 'blue', warn: 'brown' } as ChartTheme;
  const drawn = drawRepeats(repeats, { low: 0, high: 200 }, theme);
  const diamonds = drawn.filter(({ symbol }) => symbol === 'diamond');
  expect(diamonds.map(({ data, itemStyle }) => [data?.length, itemStyle?.color])).toEqual([
    [5, 'grey'],
    [5, 'blue'],
  ]);
});

test('the distribution of such a build parts before from after', () => {
  const run = makeLaptopRun(1);
  const { sides } = spreadRun(makeAnswer(), run) ?? {};
  expect(sides?.before?.at(0)).toBe(98);
  expect(sides?.after?.at(0)).toBe(0.98 * 130);
});
