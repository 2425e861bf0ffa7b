import { Refused } from '../platform-errors.ts';

/** Reads an answer by paths such as `head.repo.id`. What people chose in it is still only data. */
export interface Fields {
  /** One line of 1 to 1000 characters. @throws Refused unless it is */
  text(path: string): string;
  /** The same, or undefined where it is not. */
  optionalText(path: string): string | undefined;
  /** Any text, of several lines too; empty where there is none. */
  prose(path: string): string;
  /** A full commit id. @throws Refused */
  commit(path: string): string;
  /** A whole number from 0. @throws Refused */
  whole(path: string): number;
  optionalWhole(path: string): number | undefined;
  /** A moment, as RFC 3339 in UTC; undefined where none is written. */
  instant(path: string): string | undefined;
  /** The same. @throws Refused unless one is written */
  moment(path: string): string;
  /** An http or https address of at most 2000 characters; undefined for anything else. */
  link(path: string): string | undefined;
  isTrue(path: string): boolean;
  /** Whether there is an object or a list at all. */
  has(path: string): boolean;
  /** Whether a list of texts has this one. */
  holds(path: string, text: string): boolean;
  /** What a list holds; empty where there is none. */
  list(path: string): Fields[];
}

/** @param where for messages, e.g. "GitHub’s answer about run 812" */
export function readFields(value: unknown, where: string): Fields {
  const refuse = (path: string, expected: string): Refused =>
    new Refused('ci-strange-answer', `${where} has no ${expected} at ${path}`);
  const optionalText = (path: string): string | undefined => {
    const found = follow(value, path);
    return typeof found === 'string' && /^\P{Cc}{1,1000}$/u.test(found) ? found : undefined;
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
  return {
    text,
    optionalText,
    optionalWhole,
    prose: (path) => {
      const found = follow(value, path);
      return typeof found === 'string' ? found : '';
    },
    commit: (path) => {
      const found = text(path);
      if (/^([0-9a-f]{40}|[0-9a-f]{64})$/.test(found)) return found;
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
    has: (path) => {
      const found = follow(value, path);
      return typeof found === 'object' && found !== null;
    },
    holds: (path, text) => {
      const found = follow(value, path);
      return Array.isArray(found) && found.includes(text);
    },
    list: (path) => {
      const found = path === '' ? value : follow(value, path);
      return Array.isArray(found) ? found.map((each) => readFields(each, where)) : [];
    },
  };
}

function readInstant(text: string | undefined): string | undefined {
  if (text === undefined || !/^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)$/.test(text)) {
    return undefined;
  }
  const ms = Date.parse(text);
  return Number.isFinite(ms) ? new Date(ms).toISOString().replace('.000Z', 'Z') : undefined;
}

/** What lies at a path of own properties; undefined where it leads nowhere. */
function follow(value: unknown, path: string): unknown {
  let found = value;
  for (const key of path.split('.')) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, key)) return undefined;
    found = Reflect.get(found, key);
  }
  return found;
}
