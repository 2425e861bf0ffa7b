import { median } from 'simple-statistics';
import { isOfMachine } from '../machine/is-of-machine.ts';
import type { MachineAlarm } from '../machine/append-reading.ts';
import type { ChangeOfSeries, HistoryRun } from '../summarize-history.ts';

export interface MeasuredChange {
  change: Pick<ChangeOfSeries, 'range' | 'change' | 'before' | 'after'>;
  isLogarithm: boolean;
  runs: readonly HistoryRun[];
  /** What the canaries of its platform say; places are those of commits. */
  alarms: readonly MachineAlarm[];
}

/** Runs on either side whose machines are compared. */
const looked = 8;
const fewest = 3;

/**
 * Whether the machines explain a change of a level: canaries changed there alike, or none of the machines before it
 * measured what came after. Not where a run measured both sides of it, and on one machine they differ as well.
 */
export function isOfMachines(measured: MeasuredChange): boolean {
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
