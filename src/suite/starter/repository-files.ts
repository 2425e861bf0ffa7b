import { access, open, readdir } from 'node:fs/promises';
import { join, posix } from 'node:path';

const mostBytes = 2 ** 20;
const mostEntries = 5000;
const deepest = 4;
const notSources = new Set(['node_modules', 'dist', 'build', 'vendor', 'target', '__pycache__']);

/** The text of a small file of the repository; undefined when there is none that can be read. */
export async function readIfThere(directory: string, name: string): Promise<string | undefined> {
  try {
    await using file = await open(join(directory, name));
    const stat = await file.stat();
    return stat.isFile() && stat.size <= mostBytes ? await file.readFile('utf8') : undefined;
  } catch {
    return undefined;
  }
}

/** Whether a file or folder is there, whatever its size. */
export async function isThere(directory: string, name: string): Promise<boolean> {
  return access(join(directory, name)).then(
    () => true,
    () => false,
  );
}

/** Whether some source file's name fits; looks at the first few thousand, not deeper than four levels. */
export async function hasFile(directory: string, fits: RegExp): Promise<boolean> {
  let left = mostEntries;
  return search(directory, 0);

  async function search(folder: string, depth: number): Promise<boolean> {
    const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
    left -= entries.length;
    if (entries.some((entry) => entry.isFile() && fits.test(entry.name))) return true;
    if (depth === deepest || left <= 0) return false;
    for (const entry of entries) {
      const skipped = entry.name.startsWith('.') || notSources.has(entry.name);
      if (!entry.isDirectory() || skipped) continue;
      if (await search(join(folder, entry.name), depth + 1)) return true;
    }
    return false;
  }
}

/**
 * The files that look like benchmarks, sorted, as paths from the root: `bench*` at the root, and what lies in
 * bench/ and benchmarks/, there those called `bench*` where some are. A name with a further dot is none:
 * bench.config.js, bench.test.ts.
 * @param endings without their dot
 */
export async function listBenchmarkFiles(
  directory: string,
  endings: readonly string[],
): Promise<string[]> {
  const isProgram = new RegExp(`^[\\w-]+\\.(${endings.join('|')})$`);
  const list = async (folder: string): Promise<string[]> => {
    const entries = await readdir(join(directory, folder), { withFileTypes: true }).catch(() => []);
    const files = entries.filter((entry) => entry.isFile() && isProgram.test(entry.name));
    const named = files.filter(({ name }) => /^bench/i.test(name));
    const meant = folder === '' || named.length > 0 ? named : files;
    return meant.map(({ name }) => posix.join(folder, name)).sort();
  };
  return (await Promise.all(['', 'bench', 'benchmarks'].map(list))).flat();
}
