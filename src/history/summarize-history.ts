import { type Creep, type CreepLimits, measureCreep, type Unread } from './creep/measure-creep.ts';
import { type CreepPart, listParts } from './creep/list-parts.ts';
import { fewestLevels, findLevelChanges, type LevelChange } from './find-level-changes.ts';
import {
  describeLevel,
  type LevelScale,
  type LevelWithInterval,
  shareOf,
} from './describe-level.ts';
import { type Estimate, type FittedLevels, fitLevels } from './levels/fit-levels.ts';
import type { Spreads } from './levels/measure-spreads.ts';
import { findOddMachines, type RunOff } from './find-odd-machines.ts';
import { summarizeRepeats } from './levels/measured-run.ts';

const mostRounds = 4;
/** So many builds in a row show a change before it is confirmed. */
const confirmedAfter = 5;

/** A series in one run: the repeats that count, of one commit or of two. */
export interface HistoryRun {
  id: string;
  sides: readonly { place: number; values: readonly number[] }[];
  /** Equal where nothing is known to differ between two machines; absent where nothing is known of it. */
  machine?: string;
}

export interface HistoryRequest {
  direction: 'lower' | 'higher';
  /** As shares: 0.05 is 5%; its floor in the unit of the series. */
  budget?: CreepLimits;
  release?: number;
  /** The first place of the last twelve months; all where it is absent. */
  yearFrom?: number;
  /** Builds that were not read. */
  unread?: Unread;
}

/** `change` is its size as a share of the level before; from zero, of the level after. */
export interface ChangeOfSeries extends Omit<LevelChange, 'before' | 'after' | 'size' | 'isFresh'> {
  before: LevelWithInterval;
  after: LevelWithInterval;
  change: number;
  /** The newest builds show it, and so did those before them, five in a row. */
  isConfirmed: boolean;
}

/** A change as an earlier build showed it. */
export type ShownChange = Pick<LevelChange, 'range'> & { isUp: boolean };

/** All sizes are logarithms, and above zero is worse. */
export type CreepOfSeries = Creep & {
  /** The part that the changes since then explain. */
  explained: number;
  /** The parts of a creep that is over its limit: the largest first. */
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
  /** What only the newest commits show, too few of them for a change. */
  fresh?: readonly ChangeOfSeries[];
  /** The changes that the builds before the newest one showed, the newest of them first: the last four. */
  earlier: readonly (readonly ShownChange[])[];
  creep: readonly CreepOfSeries[];
  /** Budgets that cannot be judged, since what they count from was not read. */
  unread: readonly Creep['since'][];
}

/** The runs of one series, at least one, in any order; each side has at least one value. */
export interface SeriesRuns extends HistoryRequest {
  runs: readonly HistoryRun[];
}

/**
 * Summarises the runs of several series. Series that the same runs measured tell which machines were off: what these
 * say counts only within their run.
 * @returns in the order of the series, and the ids of those runs
 */
export function summarizeHistory(series: readonly SeriesRuns[]): SummarizedHistory {
  const steps = stepThroughHistory(series);
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}

export interface SummarizedHistory {
  histories: SeriesHistory[];
  oddMachines: Set<string>;
}

/** The same in steps of some milliseconds, for a process that has others waiting. */
export function* stepThroughHistory(
  series: readonly SeriesRuns[],
): Generator<undefined, SummarizedHistory> {
  const oddMachines = yield* stepThroughOddMachines(series);
  const histories: SeriesHistory[] = [];
  for (const one of series) {
    histories.push(summarizeSeries(one, oddMachines));
    yield;
  }
  return { oddMachines, histories };
}

/** The ids of runs whose machine was off in most of the series. */
export function* stepThroughOddMachines(
  series: readonly SeriesRuns[],
): Generator<undefined, Set<string>> {
  const oddMachines = new Set<string>();
  // Without the worst ones the next worst stand out.
  for (let round = 0; round < mostRounds; round += 1) {
    const offs: RunOff[] = [];
    for (const { runs } of series) {
      offs.push(...listOffs(runs, oddMachines));
      yield;
    }
    const found = findOddMachines(offs);
    if ([...found].every((run) => oddMachines.has(run))) break;
    for (const run of found) oddMachines.add(run);
  }
  return oddMachines;
}

function listOffs(runs: readonly HistoryRun[], oddMachines: ReadonlySet<string>): RunOff[] {
  const { offsets, spreads } = fitRuns(runs, oddMachines, true).fit;
  return runs.map(({ id }, i) => ({ run: id, spreads: (offsets[i] as number) / spreads.host }));
}

export function fitRuns(
  runs: readonly HistoryRun[],
  oddMachines: ReadonlySet<string>,
  doubtsHosts = false,
): LevelScale & { fit: FittedLevels } {
  const least = runs.reduce(
    (low, { sides }) => sides.reduce((own, { values }) => Math.min(own, ...values), low),
    Infinity,
  );
  const isLogarithm = least > 0;
  const scale = isLogarithm ? Math.log : (value: number): number => value;
  const measured = runs.map(({ sides }) => ({
    sides: sides.map(({ place, values }) => summarizeRepeats(place, values.map(scale))),
  }));
  const suspects = runs.flatMap(({ id }, i) => (oddMachines.has(id) ? [i] : []));
  const fit = fitLevels(measured, { suspects: new Set(suspects), doubtsHosts });
  return { fit: isLogarithm ? fit : cutDust(fit), isLogarithm, isNeverNegative: least >= 0 };
}

/** If all values are zero, levels differ from it in the last digits, and any change would be a huge share of that. */
function cutDust(fit: FittedLevels): FittedLevels {
  const largest = fit.levels.reduce((most, { level }) => Math.max(most, Math.abs(level)), 0);
  const cut = (value: number): number => (Math.abs(value) < 1e-9 * largest ? 0 : value);
  return {
    ...fit,
    levels: fit.levels.map((one) => ({ ...one, level: cut(one.level) })),
    average: (places) => {
      const { error, value } = fit.average(places);
      return { error, value: cut(value) };
    },
  };
}

/** One series of several, where it is known already which machines were off. */
export function summarizeSeries(
  series: SeriesRuns,
  oddMachines: ReadonlySet<string>,
): SeriesHistory {
  const { fit, ...known } = fitRuns(series.runs, oddMachines);
  const { isLogarithm } = known;
  const describe = (estimate: Estimate): LevelWithInterval => describeLevel(estimate, known);
  const earlier = listEarlier(fit, isLogarithm);
  const isConfirmed = ({ range, size }: LevelChange): boolean =>
    earlier.every((shown) =>
      shown.some((one) => isSameChange(one, { range, isUp: size.value > 0 })),
    );
  const found = findLevelChanges(fit, isLogarithm);
  const changes = found.filter((one) => !one.isFresh || isConfirmed(one));
  const errors = fit.levels.map(({ error }) => error).toSorted((a, b) => a - b);
  const describeChange = (one: LevelChange): ChangeOfSeries => {
    const { isFresh: _, size, ...change } = one;
    const [before, after] = [describe(one.before), describe(one.after)];
    const share = isLogarithm ? Math.expm1(size.value) : shareOf(size.value, before, after);
    return { ...change, before, after, change: share, isConfirmed: isConfirmed(one) };
  };
  return {
    levels: fit.levels.map(({ place, level: value, error }) => {
      return { place, ...describe({ value, error }) };
    }),
    isLogarithm,
    spreads: fit.spreads,
    error: errors[Math.floor(errors.length / 2)] ?? 0,
    offsets: fit.offsets,
    changes: changes.map(describeChange),
    fresh: found.filter((one) => !changes.includes(one)).map(describeChange),
    earlier,
    ...(isLogarithm ? describeCreep(fit, changes, series) : { creep: [], unread: [] }),
  };
}

/**
 * The changes that the same levels show without the newest of them. Levels themselves move little with one more build.
 */
function listEarlier(fit: FittedLevels, isLogarithm: boolean): ShownChange[][] {
  return Array.from({ length: confirmedAfter - 1 }, (_, missing) => {
    const levels = fit.levels.slice(0, -missing - 1);
    if (levels.length < fewestLevels) return [];
    return findLevelChanges({ ...fit, levels }, isLogarithm).map(({ range, size }) => ({
      range,
      isUp: size.value > 0,
    }));
  });
}

/** In one direction, and one commit may have made both. */
export function isSameChange(one: ShownChange, other: ShownChange): boolean {
  const touches = one.range.after < other.range.upTo && other.range.after < one.range.upTo;
  return touches && one.isUp === other.isUp;
}

function describeCreep(
  fit: FittedLevels,
  changes: readonly LevelChange[],
  { direction, budget = {}, release, unread, yearFrom = -Infinity }: HistoryRequest,
): Pick<SeriesHistory, 'creep' | 'unread'> {
  const worse: 1 | -1 = direction === 'lower' ? 1 : -1;
  const limits = {
    floor: budget.floor,
    ...(budget.release === undefined ? {} : { release: Math.log1p(budget.release) }),
    ...(budget.year === undefined ? {} : { year: Math.log1p(budget.year) }),
  };
  const asked = { worse, limits, yearFrom, unread, release };
  const measured = measureCreep(fit, asked);
  const creep = measured.creep.map((one) => {
    const known = changes.filter(({ at }) => at > one.from && at <= one.to);
    const explained = known.reduce((sum, { size }) => sum + worse * size.value, 0);
    const parts = one.isOver ? listParts(fit, one, worse) : [];
    return { ...one, explained, parts };
  });
  return { creep, unread: measured.unread };
}
