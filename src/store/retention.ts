import { countThings } from '../contract/count-things.ts';

/** How long a store keeps what. */
export interface Retention {
  /** Points of builds; whole days. Undefined: for ever. */
  keepDays?: number;
  /** The median of each day, for the time after that. Undefined: for ever. */
  keepMediansDays?: number;
}

/** The wanted retention of a store; 0 is for ever, and absent ones stay as they are. */
export type AskedRetention = Retention;

/** The retention of a new store without options. */
const usual: Required<AskedRetention> = { keepDays: 365, keepMediansDays: 0 };

/**
 * How long to keep something now: as asked, or else as it is, or else as usual where it is new.
 * @param kept of what is there already, undefined days for ever; undefined where it is new
 */
export function decideDays(
  name: keyof Retention,
  asked: AskedRetention,
  kept: { days: number | undefined } | undefined,
): { days: number | undefined; isKept: boolean } {
  const wanted = asked[name];
  if (wanted === undefined && kept !== undefined) return { days: kept.days, isKept: true };
  const days = wanted ?? usual[name];
  return { days: days === 0 ? undefined : days, isKept: false };
}

export const dayMs = 24 * 60 * 60 * 1000;

/** The midnight (UTC) at or before a moment. */
export function startOfDay(ms: number): number {
  return Math.floor(ms / dayMs) * dayMs;
}

/** `are kept for 90 days`, and `, as before` where nothing else was asked for. */
export function describeKept({
  days,
  isKept,
}: {
  days: number | undefined;
  isKept: boolean;
}): string {
  const howLong = days === undefined ? 'ever' : countThings(days, 'day');
  return `are kept for ${howLong}${isKept ? ', as before' : ''}`;
}
