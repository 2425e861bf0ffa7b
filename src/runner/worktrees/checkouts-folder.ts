import { createHash } from 'node:crypto';
import { lstatSync, mkdirSync, rmSync, rmdirSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { attempt } from '../../contract/attempt.ts';
import { exitCode, UserError } from '../../contract/user-error.ts';

/** Windows knows users by no number; its folder for temporary files is the user's alone. */
const hasUsers = process.getuid !== undefined;
const onDisk = hasUsers ? ['/var/cache', '/var/tmp'] : [tmpdir()];
const memory = '/dev/shm';
const [tmpfs, ramfs] = [0x0102_1994, 0x8584_58f6];

/**
 * The folder of a repository's checkouts: outside of it, so that upward searches from them find nothing of another
 * version, and outside of the folders that a view lays over, where the user may write there.
 * @param state `.perigee` of the repository
 * @throws UserError where no folder of this user can be made
 */
export function checkoutsFolder(state: string): string {
  return join(findBase(onDisk), digest(state));
}

/** Shared by views of all repositories: a folder that stays as it is, and one in which git's own is shown. */
export function sharedFolders(): { scratch: string; git: string } {
  const base = findBase(onDisk);
  return { scratch: join(base, 's'), git: join(base, 'git', '.git') };
}

/** The folder of a copy of Perigee's own package, beside others. */
export function homeFolder(key: string): string {
  return join(findBase(onDisk), 'home', key);
}

/** The folder of a layer over a folder in memory: on a disk it would be slower than what it lies over. */
export function memoryFolder(state: string): string {
  return join(findBase([memory]), digest(state));
}

/**
 * Removes what a run has kept in memory, and its folder where no other run keeps anything there.
 * @param id of the run
 * @returns what could not be removed, as where a test wrote as root
 */
export function clearMemory(state: string, id: string): string[] {
  const folder = join(memory, nameBase(), digest(state));
  const own = join(folder, id);
  try {
    rmSync(own, { recursive: true, force: true });
  } catch {
    return [own];
  }
  // It is not there, or it is of another run too.
  attempt(() => rmdirSync(folder));
  return [];
}

export function isInMemory(path: string): boolean {
  return attempt(() => [tmpfs, ramfs].includes(statfsSync(path).type), false);
}

function digest(state: string): string {
  return createHash('sha256').update(state).digest('hex').slice(0, 12);
}

function findUser(): number {
  return process.getuid?.() ?? 0;
}

function nameBase(): string {
  return `perigee-${findUser()}`;
}

function findBase(parents: readonly string[]): string {
  const bases = parents.map((parent) => join(parent, nameBase()));
  const found = bases.find((base) => isOurs(base, findUser()));
  if (found !== undefined) return found;
  throw new UserError({
    where: bases.at(-1) ?? '',
    seen: 'this is no folder of this user alone, or it cannot be made',
    expected: 'a folder for the checkouts of both sides, outside the repository',
    remedy: 'delete what is there, or let this user write to the folder above it',
    exitCode: exitCode.couldNotMeasure,
  });
}

/** Others may write to the folder above it. A test that root starts as another user has to come through. */
function isOurs(base: string, user: number): boolean {
  try {
    mkdirSync(base, { mode: user === 0 ? 0o711 : 0o700 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') return false;
  }
  const facts = lstatSync(base);
  if (!hasUsers) return facts.isDirectory();
  return facts.isDirectory() && facts.uid === user && (facts.mode & 0o022) === 0;
}
