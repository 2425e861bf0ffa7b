import { matchesName } from './name-pattern.ts';

/** The cost that a search may have: names compared with patterns. Less is left then; below zero it was given up. */
export interface SearchEffort {
  left: number;
}

export interface NameIndex {
  /**
   * The first name that fits a pattern, and that `accept` takes; undefined too where the effort was used up.
   * Only names that begin as the pattern does, up to its first `*`, are looked at.
   */
  find(
    pattern: string,
    effort: SearchEffort,
    accept?: (name: string) => boolean,
  ): string | undefined;
}

/** For thousands of patterns against the same thousands of names. */
export function createNameIndex(names: Iterable<string>): NameIndex {
  const all = new Set(names);
  const sorted = [...all].sort(compare);
  return {
    find: (pattern, effort, accept = () => true) => {
      const star = pattern.indexOf('*');
      effort.left -= 1;
      if (star < 0) return all.has(pattern) && accept(pattern) ? pattern : undefined;
      const prefix = pattern.slice(0, star);
      for (let at = findFirst(sorted, prefix); at < sorted.length && effort.left >= 0; at++) {
        const name = sorted[at] ?? '';
        if (!name.startsWith(prefix)) return undefined;
        effort.left -= 1;
        if (matchesName(pattern, name) && accept(name)) return name;
      }
      return undefined;
    },
  };
}

export interface PatternIndex<T> {
  /** The values of the patterns that a name fits, in the given order. */
  find(name: string): T[];
}

/** For thousands of names against the same thousands of patterns: only those with the same beginning are tried. */
export function createPatternIndex<T>(
  values: readonly T[],
  patternOf: (value: T) => string,
): PatternIndex<T> {
  type Entry = readonly [place: number, pattern: string, value: T];
  const exact = new Map<string, Entry[]>();
  const starred = new Map<string, Entry[]>();
  for (const [place, value] of values.entries()) {
    const pattern = patternOf(value);
    const star = pattern.indexOf('*');
    const [group, key] = star < 0 ? [exact, pattern] : [starred, pattern.slice(0, star)];
    const entries = group.get(key);
    if (entries === undefined) group.set(key, [[place, pattern, value]]);
    else entries.push([place, pattern, value]);
  }
  const lengths = [...new Set([...starred.keys()].map((prefix) => prefix.length))];
  return {
    find: (name) => {
      const found = [...(exact.get(name) ?? [])];
      for (const length of lengths) {
        if (length > name.length) continue;
        for (const entry of starred.get(name.slice(0, length)) ?? []) {
          if (matchesName(entry[1], name)) found.push(entry);
        }
      }
      return found.sort(([a], [b]) => a - b).map(([, , value]) => value);
    },
  };
}

/** By code units, so that all names of one beginning lie together. */
function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

/** The place of the first name that is not before `wanted`. */
function findFirst(sorted: readonly string[], wanted: string): number {
  let from = 0;
  let to = sorted.length;
  while (from < to) {
    const middle = (from + to) >>> 1;
    if ((sorted[middle] ?? '') < wanted) from = middle + 1;
    else to = middle;
  }
  return from;
}
