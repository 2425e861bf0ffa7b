import type { SeriesIdentity } from '../../contract/series-key.ts';
import type { MachineAlarm } from '../machine/append-reading.ts';
import type { ChangeOfSeries, HistoryRun, SeriesHistory } from '../summarize-history.ts';
import { isOfMachines } from './is-of-machines.ts';

/** A series of the suite, what became of it, and what its platform's canaries say. */
export interface FollowedSeries {
  identity: SeriesIdentity;
  direction: 'lower' | 'higher';
  /** In the unit of the series: a smaller change is nobody's concern. */
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
