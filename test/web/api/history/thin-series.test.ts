import { expect, test } from 'vitest';
import type { Series } from '../../../../src/web/api/answers.ts';
import { thinSeries } from '../../../../src/web/api/history/thin-series.ts';
import { commitAt, levelAt, makeAnswer, makeChange, makeRun } from '../../pages/make-answer.ts';

/** A thousand commits, each compared with the one before; it became slower with that at 300. */
function makeLong(): Series {
  const commits = Array.from({ length: 1000 }, (_, place) => commitAt(place));
  const levels = commits.map((_, place) => ({ place, ...levelAt(place < 300 ? 100 : 115) }));
  const runs = commits.slice(1).map((_, i) => makeRun(i + 1, [100, 100]));
  return makeAnswer({ commits, levels, runs, changes: [makeChange(299, 300)] });
}
const closely = `${commitAt(600).commit}..${commitAt(699).commit}`;
const placesOf = ({ runs }: Series): number[] => runs.map(({ after }) => after?.place ?? -1);
const countBetween = (answer: Series, from: number, to: number): number =>
  placesOf(answer).filter((place) => place >= from && place < to).length;

test('a series with no more commits than a chart can show stays as it is', () => {
  const answer = makeLong();
  expect(thinSeries(answer, { points: 1000, shown: '' })).toBe(answer);
});

test('what is shown closely, the end, and both sides of the newest change stay whole', () => {
  const thin = thinSeries(makeLong(), { points: 100, shown: closely });
  expect(countBetween(thin, 600, 700)).toBe(100);
  expect(countBetween(thin, 960, 1000)).toBe(40);
  expect(countBetween(thin, 260, 340)).toBe(80);
  expect(countBetween(thin, 800, 900)).toBeLessThan(5);
  expect(thin).toMatchObject({ allLevels: 1000, allRuns: 999 });
  expect(thin.levels.map(({ place }) => place)).toEqual(expect.arrayContaining([299, 300, 650]));
  expect(thin.commits).toHaveLength(1000);
});

test('an outlier, a release, an alert and the build that a reader came from stay', () => {
  const answer = makeLong();
  const facts = { 811: { branchKind: 'release' as const }, 771: { isMachineOdd: true } };
  const runs = answer.runs.map((run, i) => ({ ...run, ...facts[i as keyof typeof facts] }));
  runs[815]?.after?.outliers.push(2);
  const alerts = [{ number: 1, commit: commitAt(818).commit, isOpen: true }];
  const wish = { points: 100, shown: closely, run: 'run-820' };
  const places = placesOf(thinSeries({ ...answer, runs, alerts }, wish));
  for (const place of [772, 812, 816, 818, 820]) expect(places).toContain(place);
  expect(places).not.toContain(821);
});

test('without a part to show, the newest commits are shown closely, with an older change', () => {
  const { runs } = thinSeries(makeLong(), { points: 900, shown: '' });
  expect(runs.length).toBeGreaterThan(700);
  expect(
    countBetween(thinSeries(makeLong(), { points: 100, shown: '' }), 840, 900),
  ).toBeGreaterThan(4);
});
