import { expect, test } from 'vitest';
import { placeRepeats } from '../../../src/dashboard/charts/history-view.ts';
import { placeByRuns } from '../../../src/dashboard/charts/place-by-runs.ts';
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
