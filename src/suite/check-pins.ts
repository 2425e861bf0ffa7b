import type { Shards } from '../contract/documents.ts';
import { suggestName } from './nearest-name.ts';
import { childPointer, offsetOf, offsetOfKey, type Places, type SuiteProblem } from './places.ts';
import { showOneOf, showText } from './show-value.ts';

/**
 * Pins that hold nothing in place: of a test that is not there, or to a shard that is not there.
 * @param names of all tests; absent where they cannot be read
 */
export function checkPins(
  { total, pins = {} }: Shards,
  names: readonly string[] | undefined,
  places: Places,
): SuiteProblem[] {
  const known = names && new Set(names);
  const expected = names && showOneOf(names.map(showText), 10);
  return Object.entries(pins).flatMap(([name, number]) => {
    const pointer = childPointer('/shards/pins', name);
    const problems: SuiteProblem[] = [];
    if (names !== undefined && expected !== undefined && known?.has(name) === false) {
      problems.push({
        offset: offsetOfKey(places, pointer),
        seen: `a pin of ${showText(name)}, which no test is named`,
        expected,
        remedy: (effort) => suggestName(name, names, 'remove the pin', effort),
      });
    }
    if (total !== undefined && number > total) {
      problems.push({
        offset: offsetOf(places, pointer),
        seen: `a pin to shard ${number} of ${total}`,
        expected: `a shard from 1 to ${total}`,
        remedy: 'change the pin or the total',
      });
    }
    return problems;
  });
}
