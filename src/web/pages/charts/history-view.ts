import type { Commit, RunOfSeries, Series, SideOfRun } from '../../api/answers.ts';
import type { ValueRange } from '../../../report/chart/value-range.ts';

/** The levels of another series, at the places of the one that is shown. */
export interface Beside {
  name: string;
  levels: readonly { place: number; value: number }[];
}

/** The contents of the chart of a series. */
export interface HistoryView {
  answer: Series;
  /** The first and the last place that is visible. */
  from: number;
  to: number;
  isLogarithmic: boolean;
  /** The build that a reader came from. */
  run?: string;
  beside: readonly Beside[];
}

/** One repeat at its place on the axis. */
export interface PlacedRepeat {
  place: number;
  value: number;
}

export interface PlacedRepeats {
  /** Each build stands for itself: before and after have a colour each. */
  isByRuns: boolean;
  kept: PlacedRepeat[];
  /** After a change, where each build stands for itself. */
  changed: PlacedRepeat[];
  /** The machine of the build was off. */
  off: PlacedRepeat[];
  rejected: PlacedRepeat[];
  /** Those of the build that the reader came from. */
  own: (PlacedRepeat & { side: 'before' | 'after' })[];
}

const sides = ['before', 'after'] as const;

/**
 * The place of every repeat. A commit off the default branch, such as that of a pull request, stands half a step
 * after its baseline; without one, nowhere.
 */
export function placeRepeats({ levels, runs }: Series, own: string | undefined): PlacedRepeats {
  const isByRuns = levels.length === 0;
  const placed: PlacedRepeats = {
    ...{ isByRuns, kept: [], changed: [], off: [], rejected: [], own: [] },
  };
  for (const run of runs) {
    const isOwn = run.runId === own;
    for (const side of sides) {
      const measured = run[side];
      const place = measured && placeOf(run, side, measured, isOwn);
      if (measured === undefined || place === undefined) continue;
      const out = new Set(measured.outliers);
      for (const [repeat, value] of measured.repeats.entries()) {
        if (out.has(repeat)) placed.rejected.push({ place, value });
        else if (isOwn) placed.own.push({ place, value, side });
        else if (run.isMachineOdd) placed.off.push({ place, value });
        else
          placed[isByRuns && side === 'after' ? 'changed' : 'kept'].push({
            place,
            value,
          });
      }
    }
  }
  return placed;
}

function placeOf(
  run: RunOfSeries,
  side: 'before' | 'after',
  { place }: SideOfRun,
  isOwn: boolean,
): number | undefined {
  if (place !== undefined) return place;
  // Only the pull request asked for is drawn: all others are not the branch.
  const base = run.before?.place;
  return isOwn && side === 'after' && base !== undefined ? base + 0.5 : undefined;
}

/** Values far beyond all others would flatten the rest: so many of each end are left to arrows. */
const shareBeyond = 0.005;

/** The range of the vertical axis: levels with their intervals, and nearly all repeats that count. */
export function findHistoryRange(view: HistoryView, placed: PlacedRepeats): ValueRange {
  const isSeen = ({ place }: { place: number }): boolean =>
    place >= view.from - 0.5 && place <= view.to + 0.5;
  const values = [...placed.kept, ...placed.changed]
    .filter(isSeen)
    .map(({ value }) => value)
    .sort((a, b) => a - b);
  const beyond = Math.floor(shareBeyond * values.length);
  const covered = [
    ...values.slice(beyond, beyond + 1),
    ...values.slice(values.length - 1 - beyond, values.length - beyond),
    ...placed.own.map(({ value }) => value),
    ...view.answer.levels.filter(isSeen).flatMap(({ value, low, high }) => [value, low, high]),
    ...view.beside.flatMap(({ levels }) => levels.filter(isSeen).map(({ value }) => value)),
  ];
  if (covered.length === 0) return { low: 0, high: 1 };
  const low = covered.reduce((least, value) => Math.min(least, value));
  const high = covered.reduce((most, value) => Math.max(most, value));
  if (view.isLogarithmic && low > 0) {
    const room = Math.max(1.02, (high / low) ** 0.08);
    return { low: low / room, high: high * room };
  }
  const room = (high - low) * 0.08 || Math.abs(high) * 0.02 || 1;
  return { low: low >= 0 ? Math.max(0, low - room) : low - room, high: high + room };
}

/**
 * A series that no build of the default branch measured, as on a laptop or of a new test on a branch: each build in its
 * turn, with before and after beside each other as if they were commits. Nothing is known of levels then.
 */
export function placeByRuns(answer: Series): Series {
  if (answer.levels.length > 0) return answer;
  const commits: Commit[] = [];
  const runs = answer.runs.map((run): RunOfSeries => {
    const placed = { ...run };
    for (const name of ['before', 'after'] as const) {
      const side = run[name];
      if (side === undefined) continue;
      placed[name] = { ...side, place: commits.length };
      commits.push({ commit: side.commit, atMs: run.atMs });
    }
    return placed;
  });
  return { ...answer, commits, runs };
}
