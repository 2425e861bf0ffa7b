import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** A cache that GitHub keeps for a repository has 10 GB, for all of its workflows. */
const mostBuilds = 3;

const run = promisify(execFile);

/**
 * Puts a kept build in the place of a fresh checkout. One that a cache brought only in part is none: the
 * checkout is touched when all of the build lies beside it.
 * @param folder where builds are kept; it need not exist
 * @param directory the checkout; its link to git stays
 * @returns when the build was made; undefined when there is none, and then nothing is changed
 */
export async function restoreBuild(
  folder: string,
  name: string,
  directory: string,
): Promise<Date | undefined> {
  const made = await readFile(join(folder, name, 'made'), 'utf8').catch(() => '');
  const madeAt = new Date(made);
  if (Number.isNaN(madeAt.getTime())) return undefined;
  const part = `${directory}.restored`;
  try {
    await rm(part, { recursive: true, force: true });
    await mkdir(part);
    const copied = copyInto(join(folder, name, 'tree'), part);
    const isWhole = await copied.then(
      () => true,
      () => false,
    );
    if (!isWhole) return undefined;
    await replaceContent(directory, part);
    return madeAt;
  } finally {
    await rm(part, { recursive: true, force: true });
  }
}

async function replaceContent(directory: string, by: string): Promise<void> {
  for (const entry of await readdir(directory)) {
    if (entry !== '.git') await rm(join(directory, entry), { recursive: true, force: true });
  }
  for (const entry of await readdir(by)) {
    if (entry !== '.git') await rename(join(by, entry), join(directory, entry));
  }
}

/**
 * Keeps a checkout as setup has left it, before any test has run in it, and forgets the oldest builds.
 * @param atLeast so many builds stay: those of one side must not push each other out
 * @returns why it could not be kept, which costs the next job a build and nothing else
 */
export async function keepBuild(
  folder: string,
  name: string,
  directory: string,
  now: Date,
  atLeast = 1,
): Promise<string | undefined> {
  const part = join(folder, `${name}.part`);
  try {
    await rm(part, { recursive: true, force: true });
    await mkdir(join(part, 'tree'), { recursive: true });
    await copyInto(directory, join(part, 'tree'));
    await rm(join(part, 'tree', '.git'), { recursive: true, force: true });
    await writeFile(join(part, 'made'), now.toISOString());
    await rm(join(folder, name), { recursive: true, force: true });
    await rename(part, join(folder, name));
    await forgetOldest(folder, Math.max(mostBuilds, atLeast));
    return undefined;
  } catch (error) {
    await rm(part, { recursive: true, force: true });
    return error instanceof Error ? error.message.slice(0, 300) : String(error);
  }
}

/** Modes, times, links and hard links as they are: programs compare times, and package managers link. */
async function copyInto(from: string, to: string): Promise<void> {
  await run('cp', ['-a', '--', `${from}/.`, to]);
}

async function forgetOldest(folder: string, most: number): Promise<void> {
  const all = await readdir(folder);
  const names = all.filter((name) => /^[0-9a-f]{64}$/.test(name));
  // A job that was ended while it copied leaves these.
  for (const name of all.filter((each) => /^[0-9a-f]{64}\.part$/.test(each))) {
    await rm(join(folder, name), { recursive: true, force: true });
  }
  const kept = await Promise.all(
    names.map(async (name) => ({ name, at: await timeOf(folder, name) })),
  );
  const old = kept.sort((a, b) => b.at - a.at).slice(most);
  for (const { name } of old) await rm(join(folder, name), { recursive: true, force: true });
}

/** When it was put there; a damaged one counts as the oldest. */
async function timeOf(folder: string, name: string): Promise<number> {
  const facts = await stat(join(folder, name, 'made')).catch(() => undefined);
  return facts?.mtimeMs ?? 0;
}
