import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { RunRecord } from '../../contract/documents.ts';
import { listDifferences } from '../revisions/list-differences.ts';
import { listTracked } from '../revisions/list-tracked.ts';
import type { Repository } from '../revisions/repository.ts';

/** Shorter files may be equal by chance. */
const fewestBytes = 32;

/** The code that a run compares. Paths are relative to the repository. */
export interface ChangedCode {
  /** What differs between the sides. */
  changed: readonly string[];
  /** Whether a file differs between the sides, or lies in a submodule that does. */
  differs(path: string): boolean;
  /** Whether a file that git tracks, by its absolute path, holds something else than in the checkouts. */
  isOther(file: string, path: string): boolean;
  /** Whether git tracks it on one side at least. */
  isTracked(path: string): boolean;
  /** @returns the changed file of which this file, by its absolute path, is a copy */
  findCopied(path: string): string | undefined;
}

/** @param checkouts of all sides */
export async function readChangedCode(
  repository: Repository,
  { after, before }: Pick<RunRecord, 'before' | 'after'>,
  checkouts: readonly string[],
): Promise<ChangedCode> {
  const found = (await listDifferences(repository, before.commit, after.commit)) ?? [];
  const changed = new Set(found.map(({ path }) => path));
  const tracked = new Set([
    ...(await listTracked(repository, before.commit)),
    ...(await listTracked(repository, after.commit)),
  ]);
  const sizes = listSizes([...changed], checkouts);
  return {
    changed: [...changed],
    differs: (path) => {
      const steps = path.split('/');
      return steps.some((_, i) => changed.has(steps.slice(0, i + 1).join('/')));
    },
    isOther: (file, path) =>
      tracked.has(path) && checkouts.some((checkout) => !isSame(file, join(checkout, path))),
    isTracked: (path) => tracked.has(path),
    findCopied: (path) => {
      const size = sizeOf(path);
      const candidates = size === undefined ? undefined : sizes.get(size);
      if (candidates === undefined) return undefined;
      const content = readFileSync(path);
      return candidates.find(({ file }) => readFileSync(file).equals(content))?.path;
    },
  };
}

function isSame(one: string, other: string): boolean {
  const size = sizeOf(one);
  return (
    size === sizeOf(other) && (size === undefined || readFileSync(one).equals(readFileSync(other)))
  );
}

/** Size → the changed files that have it on one side. */
function listSizes(paths: readonly string[], checkouts: readonly string[]) {
  const sizes = new Map<number, { path: string; file: string }[]>();
  for (const path of paths) {
    for (const checkout of checkouts) {
      const file = join(checkout, path);
      const size = sizeOf(file);
      if (size === undefined || size < fewestBytes) continue;
      sizes.set(size, [...(sizes.get(size) ?? []), { path, file }]);
    }
  }
  return sizes;
}

/** @returns undefined for what is no file */
function sizeOf(path: string): number | undefined {
  try {
    const facts = statSync(path);
    return facts.isFile() ? facts.size : undefined;
  } catch {
    return undefined;
  }
}
