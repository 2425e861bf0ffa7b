import type { ReportedChange } from '../change-points/watched-series.ts';
import type { MachineAlarm } from './append-reading.ts';

/** A change of a test of so many times the largest of the canaries' is more than the machine. */
const mostTimes = 2;

/**
 * Whether a change in the history of a test may be the machines': it lies where they changed, in their direction, and
 * is not much larger. Then it is no alarm about code.
 */
export function isOfMachine(
  { change, range }: Pick<ReportedChange, 'change' | 'range'>,
  alarms: readonly MachineAlarm[],
): boolean {
  return alarms.some(({ at, canaries, endedAt }) => {
    const largest = canaries[0]?.change ?? 0;
    const isHere = (place = NaN): boolean => range.after < place && place <= range.upTo;
    const isStart = isHere(at) && isLike(change, largest);
    return isStart || (isHere(endedAt) && isLike(change, 1 / (1 + largest) - 1));
  });
}

/** The changes of the machines within a range of commits, whatever their size and direction. */
export function listMachineChanges(
  { after, upTo }: ReportedChange['range'],
  alarms: readonly MachineAlarm[],
): MachineAlarm['canaries'][number][] {
  const isHere = (place = NaN): boolean => after < place && place <= upTo;
  return alarms.flatMap(({ at, canaries, endedAt }) => {
    if (isHere(at)) return [...canaries];
    if (!isHere(endedAt)) return [];
    return canaries.map(({ canary, change }) => ({ canary, change: 1 / (1 + change) - 1 }));
  });
}

function isLike(change: number, ofMachine: number): boolean {
  const [own, most] = [Math.log1p(change), Math.log1p(ofMachine)];
  return Math.sign(own) === Math.sign(most) && Math.abs(own) <= mostTimes * Math.abs(most);
}
