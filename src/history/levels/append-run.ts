import { type CommitLevel, fitLevels } from './fit-levels.ts';
import type { MeasuredRun } from './measured-run.ts';

/** So many of the newest runs are fitted together, at least; at most twice as many. */
const windowLength = 150;

/** All that the next run needs, as plain data. */
export interface LevelHistory {
  /** The newest runs, by their commits. */
  recent: readonly MeasuredRun[];
  /** The levels of commits by older runs; for those that a recent run measured as well, without that run. */
  settled: ReadonlyMap<number, CommitLevel>;
}

export const unmeasured: LevelHistory = { recent: [], settled: new Map() };

/**
 * Adds one more run, and fits the newest runs again, with what older ones said of the same commits. So a run
 * costs the same however long the history is. Commits of long ago keep their level, unless the run is an anchor
 * that measured one of them.
 * @returns `changed`: the levels of the commits that recent runs measured
 */
export function appendRun(
  { recent, settled }: LevelHistory,
  run: MeasuredRun,
): { history: LevelHistory; changed: readonly CommitLevel[] } {
  const runs = [...recent, run];
  const fit = fitLevels(runs, { known: [...settled.values()] });
  if (runs.length <= 2 * windowLength) {
    return { history: { recent: runs, settled }, changed: fit.levels };
  }
  const ordered = runs.toSorted((a, b) => newestOf(a) - newestOf(b));
  const leaving = ordered.slice(0, -windowLength);
  const { spreads } = fit;
  const { levels } = fitLevels(leaving, { known: [...settled.values()], spreads });
  const merged = new Map(settled);
  for (const one of levels) merged.set(one.place, one);
  return {
    history: { recent: ordered.slice(-windowLength), settled: merged },
    changed: fit.levels,
  };
}

function newestOf({ sides }: MeasuredRun): number {
  return Math.max(...sides.map(({ place }) => place));
}
