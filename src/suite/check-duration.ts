import { parseDurationNs } from '../contract/units.ts';
import type { SuiteProblem } from './places.ts';
import { formatText } from './format-value.ts';

interface Range {
  shortest: string;
  longest: string;
  /** `for a timeout`: what a duration beyond it is too short or too long for. */
  purpose: string;
}

/** Long enough for any test of a gate, and within what a timer can hold. */
export const timeouts: Range = { shortest: '10ms', longest: '24h', purpose: 'for a timeout' };
export const measuringTimes: Range = { shortest: '1s', longest: '24h', purpose: 'to measure' };

/** Checks a duration that the schema accepts. */
export function checkDuration(
  duration: string | undefined,
  { shortest, longest, purpose }: Range,
  at: string,
): SuiteProblem[] {
  if (duration === undefined) return [];
  const ns = parseDurationNs(duration) ?? Infinity;
  const tooShort = ns < Number(parseDurationNs(shortest));
  if (!tooShort && ns <= Number(parseDurationNs(longest))) return [];
  const seen = `${formatText(duration)} is too ${tooShort ? 'short' : 'long'} ${purpose}`;
  return [{ at, seen, expected: `from ${shortest} to ${longest}` }];
}
