/** Where the values of perigee.yml stand in its text. */

/** Offsets in characters from the start of the file. */
export interface Place {
  /** Offset of the key, if there is one. */
  key?: number;
  value: number;
  /** A scalar as it was written: `1.10` is the number 1.1. */
  source?: string;
}

/** By JSON pointer: `/tests/0/name`; the root is the empty text. */
export type Places = ReadonlyMap<string, Place>;

/** One thing that is wrong, and the offset of the character where it stands. */
export interface SuiteProblem {
  offset: number;
  /** As in UserErrorFacts. */
  seen: string;
  expected?: string;
  /** What takes time to find is found only of the problems that are shown. */
  remedy?: string | FindRemedy;
}

export type FindRemedy = (effort: Effort) => string | undefined;

/** What may still be spent on suggestions, over all problems of a file. */
export interface Effort {
  left: number;
}

/** The pointer to a key or an item of what `parent` points to. */
export function childPointer(parent: string, key: string | number): string {
  return `${parent}/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

/** Where a value stands; where it is missing, the nearest that holds it. */
export function offsetOf(places: Places, pointer: string): number {
  const place = places.get(pointer);
  if (place !== undefined) return place.value;
  return pointer === '' ? 0 : offsetOf(places, pointer.slice(0, pointer.lastIndexOf('/')));
}

/** Where the key of a value stands; the value itself where it has none. */
export function offsetOfKey(places: Places, pointer: string): number {
  return places.get(pointer)?.key ?? offsetOf(places, pointer);
}
