import { parseDurationNs } from '../contract/units.ts';
import { offsetOf, type Places, type SuiteProblem } from './places.ts';
import { showText } from './show-value.ts';

/** Long enough for any test of a gate, and within what a timer can hold. */
export const longestTimeout = '24h';
const shortestTimeout = '10ms';

/** What is wrong with a timeout that the schema accepts. */
export function checkDuration(
  duration: string | undefined,
  longest: string,
  pointer: string,
  places: Places,
): SuiteProblem[] {
  if (duration === undefined) return [];
  const ns = parseDurationNs(duration) ?? Infinity;
  const tooShort = ns < Number(parseDurationNs(shortestTimeout));
  if (!tooShort && ns <= Number(parseDurationNs(longest))) return [];
  return [
    {
      offset: offsetOf(places, pointer),
      seen: `${showText(duration)} is too ${tooShort ? 'short' : 'long'} for a timeout`,
      expected: `from ${shortestTimeout} to ${longest}`,
    },
  ];
}
