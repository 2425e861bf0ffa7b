import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/**
 * Makes a data folder where there is none. Inside a git work tree git is told to leave it alone: nobody commits
 * it by mistake, and no patch takes it for a part of the change.
 * @param mode of the folder, as `mkdir` has it
 * @returns whether it was made now
 * @throws as mkdir does
 */
export function makeDataFolder(folder: string, mode?: number): boolean {
  if (existsSync(folder)) return false;
  mkdirSync(folder, { recursive: true, ...(mode === undefined ? {} : { mode }) });
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
