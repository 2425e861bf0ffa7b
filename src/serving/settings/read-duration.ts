import { parseDurationNs } from '../../contract/units.ts';
import { UserError } from '../../contract/user-error.ts';

/** @param where for messages, e.g. `aggregation.deadline` */
export function readDurationMs(text: string, where: string): number {
  const ms = (parseDurationNs(text) ?? Number.NaN) / 1e6;
  const aWeekMs = 7 * 24 * 3_600_000;
  if (ms >= 1 && ms <= aWeekMs) return ms;
  throw new UserError({ where, seen: text, expected: 'from 1ms to 168h' });
}
