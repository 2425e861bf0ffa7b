import { createHash, randomUUID } from 'node:crypto';
import { existsSync, statSync } from 'node:fs';
import {
  cp,
  lstat,
  mkdir,
  readdir,
  readFile,
  readlink,
  rename,
  rm,
  stat,
  symlink,
  utimes,
} from 'node:fs/promises';
import { basename, dirname, join, sep } from 'node:path';
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
 * @returns its copy; `home` where none is needed, or can be made
 */
export async function placeHome(home: string, repository: Repository): Promise<string> {
  const checkouts = [repository.root, ...(await listWorktrees(repository, []))];
  if (!checkouts.some((one) => isIn(home, one))) return home;
  const parts = ofHome.filter((name) => existsSync(join(home, name)));
  const key = await digestFiles(home, parts);
  const place = homeFolder(key);
  const fresh = `${place}.${randomUUID()}`;
  try {
    await forgetCaches(place);
    // A test of another run can write there: what it changed or added is not used.
    if ((await digestFiles(place, parts).catch(() => '')) !== key) {
      await rm(place, { recursive: true, force: true });
      for (const name of parts) {
        const how = { recursive: true, preserveTimestamps: true };
        await cp(join(home, name), join(fresh, name), how);
      }
      // Another run may have been faster.
      await rename(fresh, place).catch(() => undefined);
      await forgetOld(dirname(place));
    }
    const now = new Date();
    await utimes(place, now, now);
    return place;
  } catch {
    return home;
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
}

/** By content: an installation of the same version has the same place, and what was kept of runs stays known. */
async function digestFiles(home: string, parts: readonly string[]): Promise<string> {
  const digest = createHash('sha256');
  for (const part of parts) {
    const isFile = statSync(join(home, part)).isFile();
    const names = isFile ? [''] : await readdir(join(home, part), { recursive: true });
    for (const name of names.sort()) {
      const path = join(home, part, name);
      if (name.split(sep).includes(pythonCache) || !statSync(path).isFile()) continue;
      digest.update(`${part}/${name}\0`).update(await readFile(path));
    }
  }
  return digest.digest('hex').slice(0, 12);
}

/** Python leaves them beside the SDK, and would believe those of anybody. */
const pythonCache = '__pycache__';

async function forgetCaches(place: string): Promise<void> {
  const names = await readdir(place, { recursive: true }).catch(() => []);
  for (const name of names.filter((one) => basename(one) === pythonCache))
    await rm(join(place, name), { recursive: true, force: true });
}

/** Copies that no run has used for a week, and what an interrupted one has left. What cannot be removed stays. */
async function forgetOld(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const { mtimeMs } = await stat(join(folder, name)).catch(() => ({ mtimeMs: Infinity }));
    if (mtimeMs >= Date.now() - unusedMs) continue;
    await rm(join(folder, name), { recursive: true, force: true }).catch(() => undefined);
  }
}
