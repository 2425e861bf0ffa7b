import type { Dirent } from 'node:fs';
import { lstat, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Repository } from '../revisions/repository.ts';
import { removeWorktrees } from '../worktrees/add-worktrees.ts';
import { checkoutsFolder } from '../worktrees/checkouts-folder.ts';
import { findOwner, ownerSuffix, releaseFolder } from '../worktrees/claim-folder.ts';
import { refuseLinks } from '../worktrees/state-directory.ts';

export interface Retention {
  /** So many runs are kept, however old they are. */
  newest: number;
  /** Runs beyond them are deleted if they are older. */
  days: number;
}

/** The runs that each run leaves of the earlier ones. Documented in docs/runs.md. */
export const usualRetention: Retention = { newest: 20, days: 30 };

export type Leftover = {
  kind: 'run' | 'checkouts' | 'builds' | 'artifacts' | 'observations' | 'scratch';
} & {
  /** Absolute. */
  path: string;
  bytes: number;
};

/** The folders that may be deleted, and those that a living process uses. */
export interface Survey {
  leftovers: Leftover[];
  /** Names of runs, and `builds`. */
  inUse: string[];
}

const dayMs = 24 * 60 * 60 * 1000;

/**
 * Runs that are not worth keeping any more.
 * @param except the run that has just ended
 */
export async function surveyRuns(
  state: string,
  { newest, days }: Retention,
  now: Date,
  except?: string,
): Promise<Survey> {
  const parent = join(state, 'runs');
  const runs = await Promise.all(
    (await listFolders(parent)).map(async (name) => {
      const path = join(parent, name);
      const facts = await lstat(path).catch(() => undefined);
      return { name, path, at: facts?.mtimeMs ?? 0 };
    }),
  );
  const oldestMs = now.getTime() - days * dayMs;
  // A run that is resumed is as new as what it wrote last.
  const old = runs
    .sort((a, b) => b.at - a.at)
    .slice(newest)
    .filter(({ at, name }) => at <= oldestMs && name !== except);
  const survey: Survey = { leftovers: [], inUse: [] };
  for (const { name, path } of old) {
    if (await isInUse(state, name)) survey.inUse.push(name);
    else survey.leftovers.push({ kind: 'run', path, bytes: await measure(path) });
  }
  return survey;
}

/** All else that can be made again: checkouts of killed runs, kept builds, packed artifacts, what tests were seen to read, scratch. */
export async function surveyRest(state: string): Promise<Survey> {
  const survey: Survey = { leftovers: [], inUse: [] };
  const add = async (kind: Leftover['kind'], path: string): Promise<void> => {
    const isThere = (await lstat(path).catch(() => undefined)) !== undefined;
    if (isThere) survey.leftovers.push({ kind, path, bytes: await measure(path) });
  };
  const checkouts = checkoutsFolder(state);
  for (const name of await listFolders(checkouts)) {
    const path = join(checkouts, name);
    if ((await findOwner(path)) === undefined) await add('checkouts', path);
    else survey.inUse.push(name);
  }
  if (survey.inUse.length === 0) await add('builds', join(state, 'builds'));
  else survey.inUse.push('builds');
  await add('artifacts', join(state, 'artifacts'));
  await add('observations', join(state, 'observations'));
  for (const name of await listFolders(state)) {
    // A living run needs its own for a moment only, when it begins.
    if (name.startsWith('snapshot-') && survey.inUse.length === 0)
      await add('scratch', join(state, name));
  }
  return survey;
}

/** @returns the paths that resisted */
export async function removeLeftovers(
  repository: Repository,
  leftovers: readonly Leftover[],
): Promise<string[]> {
  const left: string[] = [];
  for (const { kind, path } of leftovers) {
    if (kind === 'checkouts') {
      left.push(...(await removeWorktrees(repository, path)));
      continue;
    }
    refuseLinks(repository.root, path);
    // It may have been resumed since it was looked at.
    if ((await findOwner(path)) !== undefined) continue;
    await rm(path, { recursive: true, force: true }).then(
      () => releaseFolder(path),
      () => left.push(path),
    );
  }
  return left;
}

async function isInUse(state: string, run: string): Promise<boolean> {
  const folders = [join(state, 'runs', run), join(checkoutsFolder(state), run)];
  const owners = await Promise.all(folders.map((folder) => findOwner(folder)));
  return owners.some((owner) => owner !== undefined);
}

async function listFolders(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isDirectory() && !entry.name.endsWith(ownerSuffix))
    .map(({ name }) => name);
}

/** The size of its files. A link counts as itself. */
async function measure(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  let bytes = 0;
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    const facts = await lstat(join(folderOf(entry), entry.name)).catch(() => undefined);
    bytes += facts === undefined ? 0 : facts.blocks * 512;
  }
  return bytes;
}

/** Node 20 calls it `path` before 20.12. */
export function folderOf(entry: Partial<Pick<Dirent, 'parentPath'>> & { path?: string }): string {
  return entry.parentPath ?? entry.path ?? '';
}
