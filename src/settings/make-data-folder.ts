import { existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { UserError } from '../contract/user-error.ts';

/**
 * Creates a data folder if there is none. Inside a git work tree git ignores it: it is not committed by mistake, and no
 * patch takes it for a part of the change.
 * @param mode of the folder, as `mkdir` has it
 * @returns whether it was made now
 * @throws UserError where there is something else, or none can be made
 */
export function makeDataFolder(folder: string, mode?: number): boolean {
  if (isFolder(folder)) return false;
  makeEach(resolve(folder), mode);
  if (isInWorkTree(folder)) writeFileSync(join(folder, '.gitignore'), '*\n');
  return true;
}

/** `.git` is a folder, or a file in a work tree beside the first one. */
function isInWorkTree(folder: string): boolean {
  const path = resolve(folder);
  if (existsSync(join(path, '.git'))) return true;
  const parent = dirname(path);
  return parent !== path && isInWorkTree(parent);
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

/** One after the other: `mkdir` with all parents never comes back from a folder such as /proc. */
function makeEach(folder: string, mode: number | undefined): void {
  const parent = dirname(folder);
  if (parent !== folder && !isFolder(parent)) makeEach(parent, mode);
  try {
    mkdirSync(folder, mode);
  } catch (cause) {
    // Another process was first.
    if (isFolder(folder)) return;
    const code = cause instanceof Error && 'code' in cause ? ` (${String(cause.code)})` : '';
    throw new UserError({
      where: folder,
      seen: `not a folder, and none can be created${code}`,
      expected: 'a folder for the data, or a place to create one',
      remedy: 'remove what is there, or set data in perigee-service.yml, or PERIGEE_DATA',
      cause,
    });
  }
}
