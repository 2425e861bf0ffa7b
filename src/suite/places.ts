/** The places of perigee.yml's values in its text. */
import type { LineCounter } from 'yaml';

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

/** The pointer to a value, the same to its key, or an offset where the text cannot be read. */
export type Spot = string | { key: string } | number;

/** One thing that is wrong, and where. */
export interface SuiteProblem {
  at: Spot;
  /** As in UserErrorFacts. */
  seen: string;
  expected?: string;
  /** Slow remedies are found only for the problems that are shown. */
  remedy?: string | FindRemedy;
}

export type FindRemedy = (effort: Effort) => string | undefined;

/** The effort left for suggestions, over all problems of a file. */
export interface Effort {
  left: number;
}

/** Whether the schema accepts the value at a pointer. */
export type IsSound = (pointer: string) => boolean;

/** The pointer to a key or an item of what `parent` points to. */
export function childPointer(parent: string, key: string | number): string {
  return `${parent}/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

/** The place of a value; if it is missing, of the nearest that holds it. */
export function offsetOf(places: Places, pointer: string): number {
  const place = places.get(pointer);
  if (place !== undefined) return place.value;
  return pointer === '' ? 0 : offsetOf(places, pointer.slice(0, pointer.lastIndexOf('/')));
}

/** The place of a value's key; of the value itself if it has none. */
export function offsetOfKey(places: Places, pointer: string): number {
  return places.get(pointer)?.key ?? offsetOf(places, pointer);
}

/** `perigee.yml:31:5` for an offset. */
export function namePlaces(file: string, lineCounter: LineCounter): (offset: number) => string {
  return (offset) => {
    const { line, col } = lineCounter.linePos(offset);
    return `${file}:${Math.max(1, line)}:${Math.max(1, col)}`;
  };
}

export function offsetOfSpot(places: Places, at: Spot): number {
  if (typeof at === 'number') return at;
  return typeof at === 'string' ? offsetOf(places, at) : offsetOfKey(places, at.key);
}
