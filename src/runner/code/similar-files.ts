import { basename, join } from 'node:path';
import { isCodeFile } from './build-output.ts';
import { readText } from './program.ts';

/** Less in common says nothing: files begin and end alike. */
const fewestLines = 5;
const leastShare = 0.5;

/** Finds copies of changed files that were edited, or that are of another version. */
export class SimilarFiles {
  /** Name without folder → the changed files of that name. */
  readonly #named: ReadonlyMap<string, string[]>;
  readonly #checkouts: readonly string[];

  /** @param changed relative to the checkouts */
  constructor(changed: readonly string[], checkouts: readonly string[]) {
    this.#named = Map.groupBy(changed, (path) => basename(path));
    this.#checkouts = checkouts;
  }

  /** @returns the changed file with the name of this one that holds mostly the same lines on a side */
  find(path: string): string | undefined {
    const candidates = this.#named.get(basename(path)) ?? [];
    if (candidates.length === 0 || !isCodeFile(path)) return undefined;
    const own = readLines(path);
    return candidates.find((name) =>
      this.#checkouts.some((checkout) => isSimilar(own, readLines(join(checkout, name)))),
    );
  }
}

function isSimilar(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  const common = [...one].filter((line) => other.has(line)).length;
  return common >= fewestLines && common >= leastShare * Math.max(one.size, other.size);
}

/** Without the space around them, of the first MiB; empty for what is not there or may not be read. */
function readLines(path: string): Set<string> {
  const lines = readText(path)
    .split('\n')
    .map((line) => line.trim());
  return new Set(lines.filter((line) => line !== ''));
}
