import { type Creep, type CreepLimits, measureCreep } from './creep/measure-creep.ts';
import { type CreepPart, listParts } from './creep/list-parts.ts';
import { findLevelChanges, type LevelChange } from './find-level-changes.ts';
import { type Estimate, type FittedLevels, fitLevels } from './levels/fit-levels.ts';
import type { Spreads } from './levels/measure-spreads.ts';
import { findOddMachines, type RunOff } from './find-odd-machines.ts';
import { summarizeRepeats } from './levels/measured-run.ts';

const errorsOf95 = 1.96;
const mostRounds = 4;

/** What one run measured of a series: the repeats that count, of one commit or of two. */
export interface HistoryRun {
  id: string;
  sides: readonly { place: number; values: readonly number[] }[];
}

export interface HistoryRequest {
  direction: 'lower' | 'higher';
  /** As shares: 0.05 is 5%. */
  budget?: CreepLimits;
  release?: number;
  /** The first place of the last twelve months; all where it is absent. */
  yearFrom?: number;
}

/** In the unit of the series, with a 95% interval. */
export interface LevelWithInterval {
  value: number;
  low: number;
  high: number;
}

/** A confirmed change. `change` is its size as a share of the level before. */
export interface ChangeOfSeries extends Omit<LevelChange, 'before' | 'after' | 'size'> {
  before: LevelWithInterval;
  after: LevelWithInterval;
  change: number;
}

/** All sizes are logarithms, and above zero is worse. */
export type CreepOfSeries = Creep & {
  /** What the changes since then explain. */
  explained: number;
  /** Of a creep that is over its limit: the largest first. */
  parts: readonly CreepPart[];
};

export interface SeriesHistory {
  /** In the order of commits. */
  levels: readonly (LevelWithInterval & { place: number })[];
  /** All values are positive: levels were fitted as logarithms, and there is creep. */
  isLogarithm: boolean;
  /** As shares where levels are logarithms, else in the unit of the series. */
  spreads: Spreads;
  /** Standard error of a usual level, as the spreads. */
  error: number;
  /** How far each run lay off, in the order of the runs. */
  offsets: Float64Array;
  changes: readonly ChangeOfSeries[];
  creep: readonly CreepOfSeries[];
}

/** The runs of one series, at least one, in any order; each side has at least one value. */
export interface SeriesRuns extends HistoryRequest {
  runs: readonly HistoryRun[];
}

/**
 * What the runs of several series add up to. Series that the same runs measured tell which machines were off: what
 * these say counts only within their run.
 * @returns in the order of the series, and the ids of those runs
 */
export function summarizeHistory(series: readonly SeriesRuns[]): {
  histories: SeriesHistory[];
  oddMachines: Set<string>;
} {
  const oddMachines = new Set<string>();
  // Without the worst ones the next worst stand out.
  for (let round = 0; round < mostRounds; round += 1) {
    const offs = series.flatMap(({ runs }) => listOffs(runs, oddMachines));
    const found = findOddMachines(offs);
    if ([...found].every((run) => oddMachines.has(run))) break;
    for (const run of found) oddMachines.add(run);
  }
  return { oddMachines, histories: series.map((one) => summarizeSeries(one, oddMachines)) };
}

function listOffs(runs: readonly HistoryRun[], oddMachines: ReadonlySet<string>): RunOff[] {
  const { offsets, spreads } = fitRuns(runs, oddMachines, true).fit;
  return runs.map(({ id }, i) => ({ run: id, spreads: (offsets[i] as number) / spreads.host }));
}

function fitRuns(
  runs: readonly HistoryRun[],
  oddMachines: ReadonlySet<string>,
  doubtsHosts = false,
): { fit: FittedLevels; isLogarithm: boolean } {
  const isLogarithm = runs.every(({ sides }) =>
    sides.every(({ values }) => values.every((value) => value > 0)),
  );
  const scale = isLogarithm ? Math.log : (value: number): number => value;
  const measured = runs.map(({ sides }) => ({
    sides: sides.map(({ place, values }) => summarizeRepeats(place, values.map(scale))),
  }));
  const suspects = runs.flatMap(({ id }, i) => (oddMachines.has(id) ? [i] : []));
  return { fit: fitLevels(measured, { suspects: new Set(suspects), doubtsHosts }), isLogarithm };
}

function summarizeSeries(series: SeriesRuns, oddMachines: ReadonlySet<string>): SeriesHistory {
  const { fit, isLogarithm } = fitRuns(series.runs, oddMachines);
  const describe = ({ value, error }: Estimate): LevelWithInterval => {
    const unscale = isLogarithm ? Math.exp : (level: number): number => level;
    const away = errorsOf95 * error;
    return { value: unscale(value), low: unscale(value - away), high: unscale(value + away) };
  };
  const changes = findLevelChanges(fit);
  const errors = fit.levels.map(({ error }) => error).toSorted((a, b) => a - b);
  return {
    levels: fit.levels.map(({ place, level, error }) => ({
      place,
      ...describe({ value: level, error }),
    })),
    isLogarithm,
    spreads: fit.spreads,
    error: errors[Math.floor(errors.length / 2)] ?? 0,
    offsets: fit.offsets,
    changes: changes.map(({ before, after, size, ...change }) => ({
      ...change,
      ...{ before: describe(before), after: describe(after) },
      change: shareOf(size.value, before.value, isLogarithm),
    })),
    creep: isLogarithm ? describeCreep(fit, changes, series) : [],
  };
}

function shareOf(size: number, before: number, isLogarithm: boolean): number {
  return isLogarithm ? Math.expm1(size) : size / Math.abs(before);
}

function describeCreep(
  fit: FittedLevels,
  changes: readonly LevelChange[],
  { direction, budget = {}, release, yearFrom = -Infinity }: HistoryRequest,
): CreepOfSeries[] {
  const worse = direction === 'lower' ? 1 : -1;
  const limits = {
    ...(budget.release === undefined ? {} : { release: Math.log1p(budget.release) }),
    ...(budget.year === undefined ? {} : { year: Math.log1p(budget.year) }),
  };
  const asked = { worse, limits, yearFrom, ...(release === undefined ? {} : { release }) } as const;
  return measureCreep(fit, asked).map((creep) => {
    const known = changes.filter(({ at }) => at > creep.from && at <= creep.to);
    const explained = known.reduce((sum, { size }) => sum + worse * size.value, 0);
    const parts = creep.isOver ? listParts(fit, creep, worse) : [];
    return { ...creep, explained, parts };
  });
}
