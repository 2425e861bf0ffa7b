import { median } from 'simple-statistics';
import type { SeriesIdentity } from '../../contract/series-key.ts';
import type { MachineAlarm } from '../machine/append-reading.ts';
import { isOfMachine } from '../machine/is-of-machine.ts';
import {
  type ChangeOfSeries,
  type HistoryRun,
  isSameChange,
  type SeriesHistory,
} from '../summarize-history.ts';

/** A series of the suite, what became of it, and what its platform's canaries say. */
export interface FollowedSeries {
  identity: SeriesIdentity;
  direction: 'lower' | 'higher';
  /** In the unit of the series: a smaller change does not matter. */
  floor: number;
  runs: readonly HistoryRun[];
  history: SeriesHistory;
  alarms: readonly MachineAlarm[];
}

/** A change for the worse; `change` above zero. */
export interface Worse extends ChangeOfSeries {
  of: FollowedSeries;
  /** As it was measured. */
  size: number;
}

/** A later change took back more than half of it. What comes after that is another change. */
export function isReturned({ after, before, of }: Worse): boolean {
  const { changes, isLogarithm } = of.history;
  const scale = isLogarithm ? Math.log : (value: number): number => value;
  const whole = scale(after.value) - scale(before.value);
  const own = changes.findIndex((one) => one.after === after);
  return changes.slice(own + 1).some((later) => {
    const left = scale(later.after.value) - scale(before.value);
    return later.isConfirmed && left / whole < 0.5;
  });
}

/** A change that is not confirmed took it back, or a build before the newest one showed one that did. */
export function mayBeReturned(one: Worse): boolean {
  const { after, of, range } = one;
  const { changes, earlier } = of.history;
  const own = changes.findIndex((other) => other.after === after);
  const isUp = of.direction === 'lower';
  return (
    changes.slice(own + 1).some(({ change }) => change > 0 !== isUp) ||
    earlier.some((shown) =>
      shown.some((other) => other.isUp !== isUp && other.range.after >= range.upTo),
    )
  );
}

/** Changes for the worse, larger than the floor, that the machines do not explain. */
export function listWorse(of: FollowedSeries): Worse[] {
  const { alarms, direction, floor, history, runs } = of;
  const { isLogarithm } = history;
  return history.changes.flatMap((one): Worse[] => {
    const isWorse = direction === 'lower' ? one.change > 0 : one.change < 0;
    const isSmall = Math.abs(one.after.value - one.before.value) <= floor;
    if (!isWorse || isSmall || isOfMachines({ change: one, isLogarithm, runs, alarms })) return [];
    return [{ ...one, of, size: one.change, change: Math.abs(one.change) }];
  });
}

/** A change for the worse that too few builds in a row show to be an alert. */
export interface YoungChange extends Worse {
  /** So many more have to. */
  missing: number;
}

export function listYoung(of: FollowedSeries): YoungChange[] {
  const { changes, earlier, fresh = [] } = of.history;
  const all = { ...of, history: { ...of.history, changes: [...changes, ...fresh] } };
  return listWorse(all).flatMap((one): YoungChange[] => {
    const shown = { range: one.range, isUp: of.direction === 'lower' };
    const missed = earlier.findIndex((own) => !own.some((other) => isSameChange(other, shown)));
    if (one.isConfirmed || missed < 0 || isReturned(one)) return [];
    return [{ ...one, missing: earlier.length - missed }];
  });
}

interface MeasuredChange {
  change: Pick<ChangeOfSeries, 'range' | 'change' | 'before' | 'after'>;
  isLogarithm: boolean;
  runs: readonly HistoryRun[];
  /** The alarms of its platform's canaries; places are those of commits. */
  alarms: readonly MachineAlarm[];
}

/** Runs on either side whose machines are compared. */
const looked = 8;
const fewest = 3;

/**
 * Whether the machines explain a change of a level: canaries changed there alike, or none of the machines before it
 * measured what came after. Not where a run measured both sides of it, and on one machine they differ as well.
 */
function isOfMachines(measured: MeasuredChange): boolean {
  const { alarms, change, runs } = measured;
  if (isSeenWithinRuns(measured)) return false;
  if (isOfMachine(change, alarms)) return true;
  const { after, upTo } = change.range;
  const placed = runs
    .map(({ machine, sides }) => ({ machine, places: sides.map(({ place }) => place) }))
    .toSorted((a, b) => Math.max(...a.places) - Math.max(...b.places));
  const before = placed.filter(({ places }) => Math.max(...places) <= after).slice(-looked);
  const since = placed.filter(({ places }) => Math.min(...places) >= upTo).slice(0, looked);
  if (before.length < fewest || since.length < fewest) return false;
  const known = new Set(before.map(({ machine }) => machine));
  const isKnown = [...before, ...since].every(({ machine }) => machine !== undefined);
  return isKnown && since.every(({ machine }) => !known.has(machine));
}

/** Half of it, at the median of all runs that span it. */
function isSeenWithinRuns({ change, isLogarithm, runs }: MeasuredChange): boolean {
  const scale = isLogarithm ? Math.log : (value: number): number => value;
  const size = scale(change.after.value) - scale(change.before.value);
  const { after, upTo } = change.range;
  const within = runs.flatMap(({ sides }) => {
    const early = sides.find(({ place }) => place <= after);
    const late = sides.find(({ place }) => place >= upTo);
    if (early === undefined || late === undefined) return [];
    return [middleOf(late.values, scale) - middleOf(early.values, scale)];
  });
  return within.length > 0 && median(within) / size >= 0.5;
}

function middleOf(values: readonly number[], scale: (value: number) => number): number {
  return median(values.map(scale));
}
