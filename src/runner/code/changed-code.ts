import { readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { attempt } from '../../contract/attempt.ts';
import type { RunRecord } from '../../contract/documents.ts';
import { listDifferences } from '../revisions/list-differences.ts';
import { listTracked } from '../revisions/list-tracked.ts';
import type { Repository } from '../revisions/repository.ts';
import { findInstallation, isEnvironment, isProgram } from './installations.ts';
import { SimilarFiles } from './similar-files.ts';
import { type OwnNames, readOwnNames } from './own-names.ts';

/** Shorter files may be equal by chance. */
const fewestBytes = 32;

/** The code that a run compares. Paths are relative to the repository. */
export interface ChangedCode {
  /** The paths that differ between the sides. */
  changed: readonly string[];
  /** Whether a file differs between the sides, or lies in a submodule that does. */
  differs(path: string): boolean;
  /** Whether a file that git tracks, by its absolute path, holds something else than in the checkouts. */
  isOther(file: string, path: string): boolean;
  /** Whether git tracks it on one side at least. */
  isTracked(path: string): boolean;
  /** Whether setup made a program of the same name in a checkout: then one outside is another copy of it. */
  isMade(path: string): boolean;
  /** The names of an installed copy of the code. */
  names: OwnNames;
  /** @returns the changed file that a path is another name of, as where a folder is mounted twice */
  findSame(path: string): string | undefined;
  /** @returns the changed file of which this file, by its absolute path, is a copy, or an edited one */
  findCopied(path: string): string | undefined;
}

/**
 * @param checkouts of all sides
 * @param roots where the user has the repository checked out
 */
export async function readChangedCode(
  repository: Repository,
  { after, before }: Pick<RunRecord, 'before' | 'after'>,
  checkouts: readonly string[],
  roots: readonly string[],
): Promise<ChangedCode> {
  const found = (await listDifferences(repository, before.commit, after.commit)) ?? [];
  const changed = new Set(found.map(({ path }) => path));
  const tracked = new Set([
    ...(await listTracked(repository, before.commit)),
    ...(await listTracked(repository, after.commit)),
  ]);
  const sizes = listSizes([...changed], checkouts);
  const similar = new SimilarFiles([...changed], checkouts);
  const nodes = listNodes([...changed], [...roots, ...checkouts]);
  const made = await listMade(repository, checkouts);
  return {
    changed: [...changed],
    isMade: (path) => made.get(basename(path))?.some(isProgram) === true,
    differs: (path) => {
      const steps = path.split('/');
      return steps.some((_, i) => changed.has(steps.slice(0, i + 1).join('/')));
    },
    isOther: (file, path) =>
      tracked.has(path) && checkouts.some((checkout) => !isSame(file, join(checkout, path))),
    isTracked: (path) => tracked.has(path),
    names: readOwnNames(checkouts.at(-1) ?? '', tracked, [...changed]),
    findSame: (path) => nodes.get(nodeOf(path) ?? ''),
    findCopied: (path) => {
      const size = sizeOf(path);
      if (size === undefined) return undefined;
      const same = sizes.get(size)?.find(({ file }) => holdsSame(file, path))?.path;
      return same ?? similar.find(path);
    },
  };
}

function isSame(one: string, other: string): boolean {
  const size = sizeOf(one);
  return (
    size === sizeOf(other) && (size === undefined || readFileSync(one).equals(readFileSync(other)))
  );
}

/** Name → where files of that name are that git does not track. */
async function listMade(
  repository: Repository,
  checkouts: readonly string[],
): Promise<Map<string, string[]>> {
  const made = new Map<string, string[]>();
  // Thousands of files lie in few folders.
  const environments = new Map<string, boolean>();
  const isKnown = (folder: string): boolean => {
    const known = environments.get(folder) ?? isEnvironment(folder);
    environments.set(folder, known);
    return known;
  };
  for (const checkout of checkouts) {
    // Without a checkout nothing was made.
    const { stdout } = await repository.git(['-C', checkout, 'ls-files', '-z', '--others']);
    for (const path of stdout.split('\0')) {
      if (path === '' || findInstallation(checkout, path, isKnown) !== undefined) continue;
      const same = made.get(basename(path));
      if (same === undefined) made.set(basename(path), [join(checkout, path)]);
      else same.push(join(checkout, path));
    }
  }
  return made;
}

/** The test could not read an unreadable file either. */
function holdsSame(one: string, other: string): boolean {
  return attempt(() => readFileSync(one).equals(readFileSync(other)), false);
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

function listNodes(paths: readonly string[], places: readonly string[]): Map<string, string> {
  const nodes = new Map<string, string>();
  for (const path of paths) {
    for (const place of places) {
      const node = nodeOf(join(place, path));
      if (node !== undefined) nodes.set(node, path);
    }
  }
  return nodes;
}

function nodeOf(path: string): string | undefined {
  const facts = statSync(path, { throwIfNoEntry: false });
  return facts?.isFile() === true ? `${facts.dev}:${facts.ino}` : undefined;
}

/** @returns undefined for what is no file */
function sizeOf(path: string): number | undefined {
  return attempt(() => {
    const facts = statSync(path);
    return facts.isFile() ? facts.size : undefined;
  });
}
