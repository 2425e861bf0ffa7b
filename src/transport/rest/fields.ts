import { isCommitId } from '../../contract/commit.ts';
import { Refused } from '../platform-errors.ts';

/** The type at a key of an object, or of any member of a union that has the key; never if none has it. */
type Step<T, K extends string> = T extends readonly unknown[]
  ? never
  : T extends object
    ? K extends keyof T
      ? T[K]
      : never
    : never;

type At<T, P extends string> = P extends `${infer K}.${infer Rest}`
  ? At<Step<NonNullable<T>, K>, Rest>
  : Step<NonNullable<T>, P>;

/** A document without a description: every path of it compiles. */
export interface Untyped {
  readonly '': 'untyped';
}

/** The path itself where it leads somewhere in such a document; never where it does not. */
type In<T, P extends string> = [T] extends [Untyped] ? P : [At<T, P>] extends [never] ? never : P;

type ItemOf<T> = [T] extends [Untyped]
  ? T
  : NonNullable<T> extends readonly (infer I)[]
    ? I
    : never;

type ListedAt<T, P extends string> = [T] extends [Untyped] ? T : ItemOf<At<T, P>>;

/**
 * Reads an answer by paths such as `head.repo.id`. What people chose in it is still only data.
 *
 * `T` is the type that the platform documents: a path that it does not have does not compile. What came is
 * read with suspicion all the same.
 */
export interface Fields<T = Untyped> {
  /** One line of 1 to 1000 characters. @throws Refused unless it is */
  text<P extends string>(path: P & In<T, P>): string;
  /** The same, or undefined where it is not. */
  optionalText<P extends string>(path: P & In<T, P>): string | undefined;
  /** Any text, of several lines too; empty where there is none. */
  prose<P extends string>(path: P & In<T, P>): string;
  /** The same, or undefined where there is none. */
  optionalProse<P extends string>(path: P & In<T, P>): string | undefined;
  /** A full commit id. @throws Refused */
  commit<P extends string>(path: P & In<T, P>): string;
  /** A whole number from 0. @throws Refused */
  whole<P extends string>(path: P & In<T, P>): number;
  optionalWhole<P extends string>(path: P & In<T, P>): number | undefined;
  /** A moment, as RFC 3339 in UTC; undefined where none is written. */
  instant<P extends string>(path: P & In<T, P>): string | undefined;
  /** The same. @throws Refused unless one is written */
  moment<P extends string>(path: P & In<T, P>): string;
  /** An http or https address of at most 2000 characters; undefined for anything else. */
  link<P extends string>(path: P & In<T, P>): string | undefined;
  isTrue<P extends string>(path: P & In<T, P>): boolean;
  isFalse<P extends string>(path: P & In<T, P>): boolean;
  /** Whether there is an object or a list at all. */
  has<P extends string>(path: P & In<T, P>): boolean;
  /** Whether a list of texts has this one. */
  holds<P extends string>(path: P & In<T, P>, text: string): boolean;
  /** The lines of text in a list; empty where there is none. */
  texts<P extends string>(path: P & In<T, P>): string[];
  /** The error of a field that has a form of its own: "line of text". */
  refuse(path: string, expected: string): Error;
  /** The items of a list; empty if there is none. */
  list<P extends string>(path: P & In<T, P>): Fields<ListedAt<T, P>>[];
  /** The same of a document that is a list itself. */
  items(): Fields<ItemOf<T>>[];
}

/** The error where something else was expected than what is seen at a path. */
export type Explain = (where: string, path: string, expected: string, seen: unknown) => Error;

function refuseAnswer(where: string, path: string, expected: string): Refused {
  return new Refused('ci-strange-answer', `${where} has no ${expected} at ${path}`);
}

/** @param where for messages, e.g. "GitHub’s answer about run 812" */
export function readFields<T = Untyped>(
  value: unknown,
  where: string,
  explain: Explain = refuseAnswer,
): Fields<T> {
  const refuse = (path: string, expected: string): Error =>
    explain(where, path, expected, follow(value, path));
  const optionalText = (path: string): string | undefined => {
    const found = follow(value, path);
    return isLine(found) ? found : undefined;
  };
  const optionalWhole = (path: string): number | undefined => {
    const found = follow(value, path);
    return typeof found === 'number' && Number.isSafeInteger(found) && found >= 0
      ? found
      : undefined;
  };
  const text = (path: string): string => {
    const found = optionalText(path);
    if (found === undefined) throw refuse(path, 'line of text');
    return found;
  };
  const readProse = (path: string): string | undefined => {
    const found = follow(value, path);
    return typeof found === 'string' ? found : undefined;
  };
  const readList = <I>(found: unknown): Fields<I>[] =>
    Array.isArray(found) ? found.map((each) => readFields<I>(each, where, explain)) : [];
  return {
    refuse,
    text,
    optionalText,
    optionalWhole,
    prose: (path) => readProse(path) ?? '',
    optionalProse: readProse,
    commit: (path) => {
      const found = text(path);
      if (isCommitId(found)) return found;
      throw refuse(path, 'full commit id');
    },
    whole: (path) => {
      const found = optionalWhole(path);
      if (found === undefined) throw refuse(path, 'whole number');
      return found;
    },
    instant: (path) => readInstant(optionalText(path)),
    moment: (path) => {
      const found = readInstant(optionalText(path));
      if (found === undefined) throw refuse(path, 'moment');
      return found;
    },
    link: (path) => {
      const found = follow(value, path);
      return typeof found === 'string' && /^https?:\/\/[^\s"'<>]{1,1900}$/.test(found)
        ? found
        : undefined;
    },
    isTrue: (path) => follow(value, path) === true,
    isFalse: (path) => follow(value, path) === false,
    has: (path) => {
      const found = follow(value, path);
      return typeof found === 'object' && found !== null;
    },
    holds: (path, text) => {
      const found = follow(value, path);
      return Array.isArray(found) && found.includes(text);
    },
    texts: (path) => {
      const found = follow(value, path);
      return Array.isArray(found) ? found.filter(isLine) : [];
    },
    list: (path) => readList(follow(value, path)),
    items: () => readList(value),
  };
}

function isLine(value: unknown): value is string {
  return typeof value === 'string' && /^\P{Cc}{1,1000}$/u.test(value);
}

function readInstant(text: string | undefined): string | undefined {
  if (text === undefined || !/^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)$/.test(text)) {
    return undefined;
  }
  const ms = Date.parse(text);
  return Number.isFinite(ms) ? new Date(ms).toISOString().replace('.000Z', 'Z') : undefined;
}

/** The value at a path of own properties; undefined if it leads nowhere. */
function follow(value: unknown, path: string): unknown {
  let found = value;
  for (const key of path.split('.')) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, key)) return undefined;
    found = Reflect.get(found, key);
  }
  return found;
}
