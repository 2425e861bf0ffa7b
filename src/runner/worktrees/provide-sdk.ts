import { createHash, randomUUID } from 'node:crypto';
import {
  cp,
  lstat,
  mkdir,
  readdir,
  readlink,
  rename,
  rm,
  stat,
  symlink,
  utimes,
} from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { listWorktrees } from '../revisions/list-worktrees.ts';
import type { Repository } from '../revisions/repository.ts';
import { isIn } from '../view/originals.ts';
import { homeFolder } from './checkouts-folder.ts';

/**
 * Lets `import 'perigee'` find the SDK in checkouts that have none of their own, such as those of a CI job:
 * Node looks for packages in all folders above a file, so one of them gets a link.
 * The packages of a checkout itself come first.
 * @param above the folder that gets it
 * @param home Perigee's own package
 */
export async function provideSdk(above: string, home: string): Promise<void> {
  const folder = join(above, 'node_modules');
  const link = join(folder, 'perigee');
  await mkdir(folder, { recursive: true });
  if ((await readlink(link).catch(() => undefined)) === home) return;
  // Another run may do the same now: the link is put into its place as a whole.
  const fresh = join(folder, `.perigee-${randomUUID()}`);
  await symlink(home, fresh, 'dir');
  const there = await lstat(link).catch(() => undefined);
  if (there?.isDirectory() === true) await rm(link, { recursive: true });
  await rename(fresh, link);
}

/** What tests and setup use of Perigee's own package. */
const ofHome = ['package.json', 'bin', 'dist', 'schemas', 'sdk'];
const unusedMs = 7 * 24 * 3600 * 1000;

/**
 * Perigee's own package where both sides find it, whatever they have installed: in the place of the user's checkout a
 * commit shows its own packages, and Perigee may be none of them, or of another version. So one that is installed there
 * is copied to the machine's folder of checkouts, once for each version.
 * @param home Perigee's own package
 * @returns `home`, or its copy
 */
export async function placeHome(home: string, repository: Repository): Promise<string> {
  const checkouts = [repository.root, ...(await listWorktrees(repository, []))];
  if (!checkouts.some((one) => isIn(home, one))) return home;
  const place = homeFolder(await describeFiles(home));
  const now = new Date();
  const isThere = await utimes(place, now, now).then(
    () => true,
    () => false,
  );
  if (isThere) return place;
  const fresh = `${place}.${randomUUID()}`;
  for (const name of ofHome) {
    await cp(join(home, name), join(fresh, name), {
      recursive: true,
      preserveTimestamps: true,
    }).catch((error: unknown) => {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    });
  }
  // Another run may have been faster.
  await rename(fresh, place).catch(() => rm(fresh, { recursive: true, force: true }));
  await forgetOld(place, now);
  return place;
}

/** Installers set the time of a file to anything: the time of its entry tells of each installation. */
async function describeFiles(home: string): Promise<string> {
  const digest = createHash('sha256').update(home);
  for (const part of ofHome) {
    const names = await readdir(join(home, part), { recursive: true }).catch(() => ['']);
    for (const name of names.sort()) {
      const { ctimeMs, size } = await stat(join(home, part, name)).catch(() => ({
        ctimeMs: 0,
        size: 0,
      }));
      digest.update(`${part}/${name}\0${size}\0${ctimeMs}\0`);
    }
  }
  return digest.digest('hex').slice(0, 12);
}

/** Copies that no run has used for a week, and what an interrupted one has left. */
async function forgetOld(place: string, now: Date): Promise<void> {
  const folder = dirname(place);
  for (const name of await readdir(folder)) {
    const { mtimeMs } = await stat(join(folder, name)).catch(() => ({ mtimeMs: Infinity }));
    if (mtimeMs >= now.getTime() - unusedMs) continue;
    await rm(join(folder, name), { recursive: true, force: true });
  }
}
