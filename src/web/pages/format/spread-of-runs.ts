import { spreadShares } from '../../../contract/numbers.ts';
import type { RunOfSeries, Series } from '../../api/answers.ts';
import { reach } from '../../api/history/thin-series.ts';
import type { ShownSpread } from '../../../report/spreads.ts';

const fewest = 10;
/** Fewest of one build, whose repeats are all that there is. */
const fewestOfRun = 5;

/**
 * How the repeats of a series are distributed: since its newest change, and since the change before it up to there.
 * Repeats that did not count are in it too: they are part of what a test does. Of a thinned series, of the commits
 * beside the change.
 */
export function spreadRuns({
  allRuns,
  changes,
  commits,
  runs,
  series,
}: Series): ShownSpread | undefined {
  const placeOf = new Map(commits.map(({ commit }, place) => [commit, place]));
  const bounds = changes.map(({ range }) => ({
    last: placeOf.get(range.after.commit) ?? -1,
    first: placeOf.get(range.upTo.commit) ?? -1,
  }));
  const [older, newest] = [bounds.at(-2), bounds.at(-1)];
  const collect = (from: number, to: number): number[] | undefined => {
    const values = runs.flatMap(({ after, before }) =>
      [before, after].flatMap((side) => {
        const isIn = side?.place !== undefined && side.place >= from && side.place <= to;
        return isIn ? side.repeats : [];
      }),
    );
    return values.length < fewest ? undefined : describe(values);
  };
  // Of a series that is thinned, only these places are whole.
  const most = allRuns === undefined ? Infinity : reach;
  const first = newest?.first ?? Math.max(0, commits.length - 1 - most);
  const after = collect(first, first + most);
  const before =
    newest === undefined
      ? undefined
      : collect(Math.max(older?.first ?? 0, newest.last - most), newest.last);
  if (after === undefined) return undefined;
  return { metric: series.metric, sides: { ...(before && { before }), after } };
}

/** The same of the two sides of one build. */
export function spreadRun(
  { series }: Series,
  { after, before }: RunOfSeries,
): ShownSpread | undefined {
  const sides = [before, after].map((side) => side?.repeats ?? []);
  const [first, last] = sides.map((values) =>
    values.length < fewestOfRun ? undefined : describe([...values]),
  );
  if (last === undefined) return undefined;
  return { metric: series.metric, sides: { ...(first && { before: first }), after: last } };
}

function describe(values: number[]): number[] {
  const sorted = values.sort((a, b) => a - b);
  return spreadShares.map((share) => sorted[Math.round(share * (sorted.length - 1))] ?? 0);
}
