import { replaceNoNumbers } from '../contract/json-text.ts';
import { numberLimits } from '../contract/numbers.ts';
import { ResultsFault } from './results-fault.ts';

/** The output of a tool: a file, or all that it printed. */
export interface Output {
  text: string;
  /** Absent where the text is not JSON as a whole. */
  json?: Json;
}

/** For a line and a name: longer than any tool writes, and a regular expression may need the square of it. */
export const longestLine = 4000;

/** Elements of a list that detection looks at. */
const elementsToDetect = 20;

function isMeasured(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value <= numberLimits.largest;
}

/** A value of a JSON document with its place, so that whatever is wrong with it can be named. */
export class Json {
  readonly value: unknown;
  readonly path: string;

  constructor(value: unknown, path = '') {
    this.value = value;
    this.path = path;
  }

  /** The value under this key; nothing if it is not an object, or has no such key. */
  get(key: string): Json {
    const path = this.path === '' ? key : `${this.path}.${key}`;
    const value = this.has(key) ? (this.value as Record<string, unknown>)[key] : undefined;
    return new Json(value, path);
  }

  get isThere(): boolean {
    return this.value !== undefined && this.value !== null;
  }

  get isList(): boolean {
    return Array.isArray(this.value);
  }

  /**
   * One element after the other: a list may be as long as the file.
   * @throws ResultsFault where it is no list
   */
  *list(): Generator<Json> {
    const { value } = this;
    if (!Array.isArray(value)) throw this.#fault('a list');
    for (let i = 0; i < value.length; i += 1) yield new Json(value[i], `${this.path}[${i}]`);
  }

  /** Reads the elements of a list lazily. */
  *flatMap<T>(read: (one: Json) => Iterable<T>): Generator<T> {
    for (const one of this.list()) yield* read(one);
  }

  /** An element of a list; nothing where it is no list, or too short. */
  at(index: number): Json {
    const value: unknown = Array.isArray(this.value) ? this.value[index] : undefined;
    return new Json(value, `${this.path}[${index}]`);
  }

  /** Whether it is a list that begins with elements of this kind; an empty one does. */
  isListOf(isKind: (one: Json) => boolean): boolean {
    if (!Array.isArray(this.value)) return false;
    const length = Math.min(this.value.length, elementsToDetect);
    for (let i = 0; i < length; i += 1) if (!isKind(this.at(i))) return false;
    return true;
  }

  /** Whether it is an object that begins with values of this kind. */
  isObjectOf(isKind: (one: Json) => boolean): boolean {
    const { value } = this;
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
    const keys = Object.keys(value).slice(0, elementsToDetect);
    return keys.length > 0 && keys.every((key) => isKind(this.get(key)));
  }

  has(key: string): boolean {
    const { value } = this;
    return typeof value === 'object' && value !== null && Object.hasOwn(value, key);
  }

  get isEmpty(): boolean {
    return Array.isArray(this.value) && this.value.length === 0;
  }

  /** @throws ResultsFault where it is no object */
  *entries(): Generator<[string, Json]> {
    const { value } = this;
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      throw this.#fault('an object');
    }
    for (const key of Object.keys(value)) yield [key, this.get(key)];
  }

  /** @throws ResultsFault where it is no finite number, 0 or more */
  number(): number {
    const number = this.maybeNumber();
    if (number === undefined) throw this.#fault('a finite number, 0 or more');
    return number;
  }

  maybeNumber(): number | undefined {
    return isMeasured(this.value) ? this.value : undefined;
  }

  /** A number that cannot be judged, as it stands there: one below zero, infinite or none. */
  notJudged(): string | undefined {
    const { value } = this;
    if (typeof value === 'string' && /^-?(?:NaN|Infinity)$/.test(value)) return value;
    return typeof value === 'number' && !isMeasured(value) ? String(value) : undefined;
  }

  /** Those of a list that are numbers. */
  numbers(): number[] {
    return Array.isArray(this.value) ? this.value.filter(isMeasured) : [];
  }

  /** @throws ResultsFault where it is no text, or longer than a name may be */
  text(): string {
    const text = this.maybeText();
    if (text === undefined) throw this.#fault('text');
    return text;
  }

  /** @throws ResultsFault for a text that is longer than a name may be */
  maybeText(): string | undefined {
    const { value } = this;
    if (typeof value !== 'string') return undefined;
    if (value.length > longestLine) {
      throw new ResultsFault(
        `${this.path.slice(0, 200)} has ${value.length} characters, at most ${longestLine} are allowed`,
      );
    }
    return value;
  }

  #fault(expected: string): ResultsFault {
    const place = this.path === '' ? 'the document' : this.path.slice(0, 200);
    if (this.value === undefined) return new ResultsFault(`${place} is missing`);
    const seen = Array.isArray(this.value)
      ? 'a list'
      : typeof this.value === 'object'
        ? this.value === null
          ? 'null'
          : 'an object'
        : JSON.stringify(
            typeof this.value === 'string' ? this.value.slice(0, 40) : this.value,
          ).slice(0, 40);
    return new ResultsFault(`${place} is ${seen}, not ${expected}`);
  }
}

/**
 * The document of a tool that writes JSON.
 * @throws ResultsFault with the line at which it stops being JSON
 */
export function requireJson({ json, text }: Output): Json {
  if (json !== undefined) return json;
  try {
    return new Json(JSON.parse(text));
  } catch {
    throw new ResultsFault(
      'not JSON from here on: it was cut off, or something else was printed',
      findNoJson(text),
    );
  }
}

/**
 * The first line that JSON cannot have there; the last one where only the rest is missing. Messages of the parser
 * seldom name a place: it is asked for ever smaller beginnings.
 */
export function findNoJson(text: string): number {
  const trimmed = replaceNoNumbers(text).trimEnd();
  const ends = [...trimmed.matchAll(/\n/g)].map(({ index }) => index);
  ends.push(trimmed.length);
  let [good, bad] = [-1, ends.length - 1];
  while (good + 1 < bad) {
    const middle = Math.floor((good + bad) / 2);
    if (mayGoOn(trimmed.slice(0, ends[middle]))) good = middle;
    else bad = middle;
  }
  return bad + 1;
}

function mayGoOn(beginning: string): boolean {
  try {
    JSON.parse(beginning);
    return true;
  } catch (error) {
    const { message } = error as Error;
    const at = /position (\d+)/.exec(message)?.[1];
    return /end of JSON|Unterminated string/.test(message) || Number(at) >= beginning.length;
  }
}

export function countLines(text: string): number {
  let lines = 1;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines += 1;
  return lines;
}
