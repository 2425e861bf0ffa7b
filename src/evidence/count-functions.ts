import { sum } from 'simple-statistics';
import { parseFrame, type Stacks } from '../contract/execution.ts';
import { type ChangedLines, mapLine } from './changed-lines.ts';

/** A frame of a stack, as both sides know it. */
export interface Place {
  /** The same before and after the change. */
  key: string;
  name: string;
  path?: string;
  /** After the change. */
  line?: number;
}

export interface Counted {
  /** Samples in the function itself. */
  count: number;
  /** Those times what each stands for. */
  size: number;
  /** That size by calling function. */
  callers: Map<string, number>;
}

/** All executions of one side in one pair. */
export interface SideCounts {
  functions: Map<string, Counted>;
  /** Sum of all sizes. */
  size: number;
  count: number;
}

export interface CountedPair {
  before: SideCounts;
  after: SideCounts;
}

const withoutName = /^(anonymous|<.*>)$/;

/**
 * Finds the same function on both sides: by its name and file, and where several have these, or it has no name, by its
 * place, which the change may have moved.
 */
export class Places {
  readonly #change: ChangedLines;
  readonly #places = new Map<string, Place>();
  /** The lines at which a name occurs in a file. */
  readonly #lines = new Map<string, Set<number>>();
  readonly #frames = { before: new Map<string, string>(), after: new Map<string, string>() };

  /** @param all what was sampled on each side, to know which names are there once */
  constructor(
    change: ChangedLines,
    all: { before: Iterable<readonly Stacks[]>; after: Iterable<readonly Stacks[]> },
  ) {
    this.#change = change;
    for (const side of ['before', 'after'] as const) {
      for (const frame of listFrames(all[side])) this.#note(frame, side);
    }
  }

  /** The place of a frame, by the key that `keyOf` gives. */
  find(key: string): Place {
    return this.#places.get(key) ?? { key, name: key };
  }

  keyOf(frame: string, side: 'before' | 'after'): string {
    const known = this.#frames[side].get(frame);
    if (known !== undefined) return known;
    const read = this.#read(frame, side);
    const key = this.#nameKey(read);
    this.#frames[side].set(frame, key);
    // The line that the change left is the one to look at.
    if (side === 'after' || !this.#places.has(key)) this.#places.set(key, { ...read, key });
    return key;
  }

  /** The line before the next function of the file that was seen; one without a name mostly lies in another. */
  endOf({ line = 1, path = '' }: Place): number {
    const starts = [...this.#places.values()]
      .filter((one) => one.path === path && (one.line ?? 0) > line && !withoutName.test(one.name))
      .map((one) => (one.line ?? 1) - 1);
    return Math.min(Infinity, ...starts);
  }

  #note(frame: string, side: 'before' | 'after'): void {
    const { line, name, path } = this.#read(frame, side);
    if (line === undefined || path === undefined) return;
    const id = `${side} ${name} (${path})`;
    const lines = this.#lines.get(id) ?? new Set();
    this.#lines.set(id, lines.add(line));
  }

  #read(frame: string, side: 'before' | 'after'): Omit<Place, 'key'> {
    const { line, name, path } = parseFrame(frame);
    if (line === undefined || path === undefined) return { name };
    return { name, path, line: side === 'before' ? mapLine(this.#change, path, line) : line };
  }

  #nameKey({ line, name, path }: Omit<Place, 'key'>): string {
    if (path === undefined) return name;
    const isOnce = ['before', 'after'].every(
      (side) => (this.#lines.get(`${side} ${name} (${path})`)?.size ?? 0) <= 1,
    );
    return isOnce && !withoutName.test(name) ? `${name} (${path})` : `${name} (${path}:${line})`;
  }
}

function* listFrames(all: Iterable<readonly Stacks[]>): Generator<string> {
  const seen = new Set<string>();
  for (const groups of all) {
    for (const stack of groups.flatMap(({ samples }) => [...samples.keys()])) {
      for (const frame of stack.split(';')) {
        if (seen.has(frame)) continue;
        seen.add(frame);
        yield frame;
      }
    }
  }
}

/** @param bytesOfSample where samples are bytes: how many count as one */
export function countFunctions(
  groups: readonly Stacks[],
  places: Places,
  side: 'before' | 'after',
  bytesOfSample = 1,
): SideCounts {
  const counts: SideCounts = { functions: new Map(), size: 0, count: 0 };
  for (const { samples, weight } of groups) {
    for (const [stack, taken] of samples) {
      const frames = stack.split(';').map((frame) => places.keyOf(frame, side));
      const own = frames.at(-1) ?? '';
      const counted: Counted = counts.functions.get(own) ?? {
        ...{ count: 0, size: 0, callers: new Map<string, number>() },
      };
      counts.functions.set(own, counted);
      const [count, size] = [taken / bytesOfSample, taken * weight];
      counted.count += count;
      counted.size += size;
      counts.count += count;
      counts.size += size;
      const caller = frames.findLast((frame) => frame !== own);
      if (caller === undefined || frames.indexOf(caller) === 0) continue;
      counted.callers.set(caller, (counted.callers.get(caller) ?? 0) + size);
    }
  }
  return counts;
}

/** That which saw most first. */
export function nameProfilers(groups: readonly Stacks[]): string {
  const sizes = new Map<string, number>();
  for (const { profiler, samples, weight } of groups) {
    const size = [...samples.values()].reduce((total, count) => total + count * weight, 0);
    sizes.set(profiler, (sizes.get(profiler) ?? 0) + size);
  }
  const sorted = [...sizes].sort(([, a], [, b]) => b - a).map(([name]) => name);
  return sorted.join(', ').slice(0, 200) || 'none';
}

/** The function from which most of the growth was called. */
export function findCaller(counted: readonly CountedPair[], key: string): string | undefined {
  const grown = new Map<string, number>();
  for (const { after, before } of counted) {
    for (const [side, sign] of [
      [after, 1],
      [before, -1],
    ] as const) {
      for (const [caller, size] of side.functions.get(key)?.callers ?? []) {
        grown.set(caller, (grown.get(caller) ?? 0) + (sign * size) / Math.max(1, side.size));
      }
    }
  }
  const [first] = [...grown].sort(([, a], [, b]) => b - a);
  return first?.[0];
}

/**
 * A function above others that most of their growth lies below, however many calls lie between.
 * @param keys of the functions that grew
 * @param isWanted whether the function of a key is one to look for
 * @returns the key of the one with the largest part of it, of equal ones the innermost
 */
export function findAbove(
  pairs: readonly Record<'before' | 'after', readonly Stacks[]>[],
  {
    keys,
    places,
    isWanted,
  }: { keys: ReadonlySet<string>; places: Places; isWanted(this: void, key: string): boolean },
): string | undefined {
  const grown = new Map<string, number>();
  let all = 0;
  for (const pair of pairs) {
    for (const [side, sign] of [
      ['after', 1],
      ['before', -1],
    ] as const) {
      const stacks = pair[side].flatMap(({ samples, weight }) =>
        [...samples].map(([stack, count]) => ({ stack, size: count * weight })),
      );
      const total = Math.max(1, sum(stacks.map(({ size }) => size)));
      for (const { size, stack } of stacks) {
        const frames = stack.split(';').map((frame) => places.keyOf(frame, side));
        if (!keys.has(frames.at(-1) ?? '')) continue;
        const part = (sign * size) / total;
        all += part;
        for (const frame of new Set(frames.slice(0, -1).reverse()))
          if (isWanted(frame)) grown.set(frame, (grown.get(frame) ?? 0) + part);
      }
    }
  }
  const [first] = [...grown].sort(([, a], [, b]) => b - a);
  return first !== undefined && all > 0 && first[1] > all / 2 ? first[0] : undefined;
}
