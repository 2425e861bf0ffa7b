import { probit } from 'simple-statistics';
import { endConfidence } from '../stats/student-t.ts';
import { describeLevel, type LevelWithInterval, shareOf } from './describe-level.ts';
import { fitRuns, type HistoryRun } from './summarize-history.ts';

/**
 * The levels of a series at two places, each with a 95% interval, and their difference as a share of the first, whose
 * interval holds as surely as that of a verdict.
 */
export interface ComparedLevels {
  before: LevelWithInterval;
  after: LevelWithInterval;
  difference: LevelWithInterval;
}

/**
 * The exact error of a difference: what goes together in the two levels, such as the host of a run that measured
 * both, is not counted twice.
 * @returns undefined where no run measured one of the places
 */
export function compareLevels(
  runs: readonly HistoryRun[],
  { from, to }: { from: number; to: number },
): ComparedLevels | undefined {
  const { fit, ...scale } = fitRuns(runs, new Set());
  const places = new Set(fit.levels.map(({ place }) => place));
  if (!places.has(from) || !places.has(to)) return undefined;
  const [before, after] = [from, to].map((place) => describeLevel(fit.average([place]), scale)) as [
    LevelWithInterval,
    LevelWithInterval,
  ];
  const { value, error } = fit.compare([from], [to]);
  const share = (size: number): number =>
    scale.isLogarithm ? Math.expm1(size) : shareOf(size, before, after);
  const away = probit(endConfidence) * error;
  return {
    ...{ before, after },
    difference: { value: share(value), low: share(value - away), high: share(value + away) },
  };
}
