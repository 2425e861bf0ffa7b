import { ResultsFault } from './results-fault.ts';

/** What a tool wrote: a file, or all that it printed. */
export interface Output {
  text: string;
  /** Absent where the text is not JSON as a whole. */
  json?: Json;
}

/** A value of a JSON document with its place, so that whatever is wrong with it can be named. */
export class Json {
  readonly value: unknown;
  readonly path: string;

  constructor(value: unknown, path = '') {
    this.value = value;
    this.path = path;
  }

  /** What an object holds under this key; nothing where it is not an object, or has no such key. */
  get(key: string): Json {
    const path = this.path === '' ? key : `${this.path}.${key}`;
    const { value } = this;
    const isThere = typeof value === 'object' && value !== null && Object.hasOwn(value, key);
    return new Json(isThere ? (value as Record<string, unknown>)[key] : undefined, path);
  }

  get isThere(): boolean {
    return this.value !== undefined && this.value !== null;
  }

  get isList(): boolean {
    return Array.isArray(this.value);
  }

  /** @throws ResultsFault where it is no list */
  list(): Json[] {
    if (!Array.isArray(this.value)) throw this.#fault('a list');
    return this.value.map((value, i) => new Json(value, `${this.path}[${i}]`));
  }

  /** @throws ResultsFault where it is no object */
  entries(): [string, Json][] {
    const { value } = this;
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      throw this.#fault('an object');
    }
    return Object.keys(value).map((key) => [key, this.get(key)]);
  }

  /** @throws ResultsFault where it is no finite number, 0 or more */
  number(): number {
    const number = this.maybeNumber();
    if (number === undefined) throw this.#fault('a finite number, 0 or more');
    return number;
  }

  maybeNumber(): number | undefined {
    const { value } = this;
    return typeof value === 'number' && value >= 0 && value <= 1e300 ? value : undefined;
  }

  /** Those of a list that are numbers. */
  numbers(): number[] {
    if (!Array.isArray(this.value)) return [];
    return this.list().flatMap((one) => one.maybeNumber() ?? []);
  }

  /** @throws ResultsFault where it is no text */
  text(): string {
    if (typeof this.value !== 'string') throw this.#fault('text');
    return this.value;
  }

  maybeText(): string | undefined {
    return typeof this.value === 'string' ? this.value : undefined;
  }

  #fault(expected: string): ResultsFault {
    const place = this.path === '' ? 'the document' : this.path;
    if (this.value === undefined) return new ResultsFault(`${place} is missing`);
    const seen = Array.isArray(this.value)
      ? 'a list'
      : typeof this.value === 'object'
        ? this.value === null
          ? 'null'
          : 'an object'
        : JSON.stringify(this.value).slice(0, 40);
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
  } catch (error) {
    const at = /position (\d+)/.exec((error as Error).message)?.[1];
    const before = at === undefined ? text.trimEnd() : text.slice(0, Number(at));
    const line = before.split('\n').length;
    throw new ResultsFault(
      'not JSON from here on: it was cut off, or something else was printed',
      line,
    );
  }
}
