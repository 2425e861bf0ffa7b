import type { SeriesVerdict } from '../contract/documents.ts';
import { putLeadsFirst } from '../contract/series-key.ts';
import { floorOf } from './thresholds/built-in.ts';

const rankOfState = {
  regressed: 0,
  undecided: 2,
  improved: 4,
  'no-baseline': 5,
  'not-regressed': 8,
};

const rankNotSeen = 6;
/** Those of undecided series that warn. */
const lastRankWithLeads = 3;

/**
 * Blocking ones, then other regressions, then undecided ones (first those that block), then the rest, first those that
 * were not seen. Within each group the largest worsening comes first, and equals keep their order. Of what is worse or
 * undecided, each test appears once before any appears twice.
 */
export function sortWorstFirst(
  series: readonly SeriesVerdict[],
  higherIsBetter: ReadonlySet<string>,
): SeriesVerdict[] {
  const byRank = Map.groupBy(series, rankOf);
  return [...byRank.keys()]
    .sort((a, b) => a - b)
    .flatMap((rank) => {
      const sorted = sortByWorsening(byRank.get(rank) ?? [], higherIsBetter);
      return rank > lastRankWithLeads ? sorted : putLeadsFirst(sorted);
    });
}

/**
 * Each goes to the place that its worsening has among all of them, behind equals that came before it: comparing
 * series with each other takes ten times as long, and a build may have a million.
 */
function sortByWorsening(
  series: readonly SeriesVerdict[],
  higherIsBetter: ReadonlySet<string>,
): SeriesVerdict[] {
  const keys = Float64Array.from(
    series,
    (one) => -worseningOf(one, higherIsBetter.has(one.metric)),
  );
  const sorted = keys.toSorted();
  const taken = new Uint32Array(series.length);
  const placed = [...series];
  for (const [i, one] of series.entries()) {
    const first = findFirst(sorted, keys[i] as number);
    placed[first + (taken[first] as number)] = one;
    taken[first] = (taken[first] as number) + 1;
  }
  return placed;
}

/** The first place of a value. */
function findFirst(sorted: Float64Array, value: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] as number) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

function rankOf({ state, blocking, seen, threshold }: SeriesVerdict): number {
  if (seen === false && threshold.action === 'block') return rankNotSeen;
  const warns = state === 'undecided' ? threshold.action === 'warn' : !blocking;
  return rankOfState[state] + (warns ? 1 : 0);
}

/**
 * As a ratio. From zero there is none, and less than what its rule calls worth telling has none that matters, such as
 * some bytes of a disk: those are the last of what moved.
 */
function worseningOf(
  { evidence, metric, state, threshold }: SeriesVerdict,
  higherIsBetter: boolean,
): number {
  const sign = higherIsBetter ? -1 : 1;
  const { change, changeAbsolute } = evidence;
  const isSmall =
    state !== 'regressed' &&
    changeAbsolute !== undefined &&
    Math.abs(changeAbsolute) < floorOf(metric, threshold);
  if (change !== undefined && !isSmall) return sign * change;
  return Math.sign(sign * (change ?? changeAbsolute ?? 0)) * Number.MIN_VALUE;
}
