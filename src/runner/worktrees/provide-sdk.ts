import { randomUUID } from 'node:crypto';
import { lstat, mkdir, readlink, rename, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';

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
