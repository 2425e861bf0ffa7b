/**
 * `.perigee` at the root of the repository: runs, kept builds, artifacts. A change may commit
 * whatever it likes there, and what it measures may put links there while it runs.
 */
import { lstatSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { exitCode, UserError } from '../../contract/user-error.ts';
import { readGit, type Repository } from '../revisions/repository.ts';

export const stateFolder = '.perigee';
/** Tests are kept from them. */
export const stateFolders = ['runs', 'builds', 'artifacts', 'observations'] as const;

/**
 * Makes `.perigee` in the repository, with a rule that keeps all of it out of git.
 * @returns its absolute path
 * @throws UserError when it, or a folder in it, is a link, and when git tracks something in it
 */
export async function makeStateDirectory(repository: Repository): Promise<string> {
  await refuseState(repository);
  const directory = join(repository.root, stateFolder);
  const ignore = join(directory, '.gitignore');
  // A missing folder cannot be hidden, and a test could make it.
  for (const name of stateFolders) await mkdir(join(directory, name), { recursive: true });
  await rm(ignore, { force: true });
  await writeFile(ignore, '*\n', { flag: 'wx' }).catch((error: unknown) => {
    // Another run that starts now wrote it.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  });
  return directory;
}

/** @throws UserError when `.perigee` is not what Perigee made it */
export async function refuseState(repository: Repository): Promise<void> {
  const directory = join(repository.root, stateFolder);
  for (const name of [...stateFolders, '.gitignore']) {
    refuseLinks(repository.root, join(directory, name));
  }
  await refuseTracked(repository);
}

/**
 * A folder behind a link is not Perigee's to write or to delete.
 * @param path absolute, below the root; what does not exist yet is fine
 * @throws UserError naming the part of the path that is a link
 */
export function refuseLinks(root: string, path: string): void {
  let place = root;
  for (const part of relative(root, path).split(sep)) {
    place = join(place, part);
    const facts = lstatSync(place, { throwIfNoEntry: false });
    if (facts === undefined) return;
    if (facts.isSymbolicLink()) throw explainLink(relative(root, place));
  }
}

function explainLink(where: string): UserError {
  return new UserError({
    where,
    seen: 'this is a symbolic link',
    expected: 'a folder of the repository: Perigee writes and deletes nothing behind a link',
    remedy: `delete the link (rm ${where}), and take it out of the commit if git tracks it`,
    exitCode: exitCode.couldNotMeasure,
  });
}

/** Runs and builds that came with a commit were never measured here. */
async function refuseTracked(repository: Repository): Promise<void> {
  const listing = await readGit(repository, ['ls-files', '-z', '--', `:(top)${stateFolder}`]);
  const [first] = listing.split('\0');
  if (first === undefined || first === '') return;
  throw new UserError({
    where: repository.root,
    seen: `git tracks ${first}`,
    expected: `nothing of ${stateFolder}/ in a commit: it holds what was measured on this machine`,
    remedy: `take it out of git: git rm -r --cached ${stateFolder}`,
    exitCode: exitCode.couldNotMeasure,
  });
}
