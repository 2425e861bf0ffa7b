import type { SeriesVerdict } from '../contract/documents.ts';

const rankOfState = {
  regressed: 0,
  undecided: 2,
  improved: 4,
  'no-baseline': 5,
  'not-regressed': 8,
};

const rankNotSeen = 6;

/**
 * What blocks, then other regressions, then what is undecided (first where that blocks), then the rest, first what was not seen; within
 * each the largest worsening first. The order of equals is kept.
 */
export function sortWorstFirst(
  series: SeriesVerdict[],
  higherIsBetter: ReadonlySet<string>,
): SeriesVerdict[] {
  const ranks = Uint8Array.from(series, rankOf);
  const worsenings = Float64Array.from(series, (one) =>
    worseningOf(one, higherIsBetter.has(one.metric)),
  );
  const order = Uint32Array.from(series, (_, i) => i);
  order.sort(
    (a, b) =>
      (ranks[a] as number) - (ranks[b] as number) ||
      (worsenings[b] as number) - (worsenings[a] as number) ||
      a - b,
  );
  return Array.from(order, (i) => series[i] as SeriesVerdict);
}

function rankOf({ state, blocking, seen, threshold }: SeriesVerdict): number {
  if (seen === false && threshold.action === 'block') return rankNotSeen;
  const warns = state === 'undecided' ? threshold.action === 'warn' : !blocking;
  return rankOfState[state] + (warns ? 1 : 0);
}

/** As a ratio; from zero to something counts as worse than any ratio. */
function worseningOf({ evidence }: SeriesVerdict, higherIsBetter: boolean): number {
  const sign = higherIsBetter ? -1 : 1;
  if (evidence.change !== undefined) return sign * evidence.change;
  return sign * (evidence.changeAbsolute ?? 0) > 0 ? Number.MAX_VALUE : 0;
}
