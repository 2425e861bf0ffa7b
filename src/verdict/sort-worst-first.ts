import type { SeriesVerdict } from '../contract/documents.ts';

const rankOfState = {
  regressed: 0,
  undecided: 2,
  improved: 4,
  'no-baseline': 5,
  'not-regressed': 6,
};

/**
 * What blocks, then other regressions, then what is undecided (first where that blocks), then the rest; within
 * each the largest worsening first. The order of equals is kept.
 */
export function sortWorstFirst(
  series: SeriesVerdict[],
  higherIsBetter: ReadonlySet<string>,
): SeriesVerdict[] {
  const keyed = series.map((one) => ({
    one,
    rank: rankOf(one),
    worsening: worseningOf(one, higherIsBetter.has(one.metric)),
  }));
  keyed.sort(
    (a, b) => a.rank - b.rank || (b.worsening === a.worsening ? 0 : b.worsening - a.worsening),
  );
  return keyed.map(({ one }) => one);
}

function rankOf({ state, blocking, threshold }: SeriesVerdict): number {
  const warns = state === 'undecided' ? threshold.action === 'warn' : !blocking;
  return rankOfState[state] + (warns ? 1 : 0);
}

/** As a ratio; from zero to something counts as worse than any ratio. */
function worseningOf({ evidence }: SeriesVerdict, higherIsBetter: boolean): number {
  const sign = higherIsBetter ? -1 : 1;
  if (evidence.change !== undefined) return sign * evidence.change;
  return sign * (evidence.changeAbsolute ?? 0) > 0 ? Number.MAX_VALUE : 0;
}
