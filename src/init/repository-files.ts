import { access, open, readdir } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { matchesName } from '../contract/name-pattern.ts';
import type { StarterPorts } from './findings.ts';

export const benchmarkFolders = ['bench', 'benchmark', 'benchmarks'];

const mostBytes = 2 ** 20;
const mostEntries = 20_000;
const deepest = 6;
const notSources = new Set([
  'node_modules',
  'dist',
  'build',
  'vendor',
  'target',
  'testdata',
  '__pycache__',
]);

/** The text of a small file of the repository; undefined when there is none that can be read. */
export async function readIfThere(
  directory: string,
  name: string,
  most = mostBytes,
): Promise<string | undefined> {
  try {
    await using file = await open(join(directory, name));
    const stat = await file.stat();
    if (!stat.isFile() || stat.size > most) return undefined;
    // A checkout of Windows has them in all its files.
    return (await file.readFile('utf8')).replaceAll('\r\n', '\n');
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

/** A file that git ignores is in no checkout. */
export async function isIgnoredByGit(
  directory: string,
  file: string,
  { run }: Pick<StarterPorts, 'run'>,
): Promise<boolean> {
  const ask = ['git', 'check-ignore', '--quiet', file];
  return (await run(ask, { directory, timeoutMs: 30_000 })).status === 0;
}

/** Whether some source file's name fits; looks at the first few thousand, not deeper than six levels. */
export async function hasFile(directory: string, fits: RegExp): Promise<boolean> {
  for await (const path of walk(directory)) {
    if (fits.test(posix.basename(path))) return true;
  }
  return false;
}

/** The source files whose names fit, as paths from the root, those of a folder before those below it. */
export async function listFiles(directory: string, fits: RegExp): Promise<string[]> {
  const found: string[] = [];
  for await (const path of walk(directory)) {
    if (fits.test(posix.basename(path))) found.push(path);
  }
  return found;
}

/** `packages/*`, `apps/**`: a star is a part of one name, two are any folders. */
export function fitsPath(pattern: string, path: string): boolean {
  const steps = path.split('/');
  let ends = [0];
  for (const part of pattern.split('/')) {
    const [first = steps.length + 1] = ends;
    ends =
      part === '**'
        ? [...steps.keys(), steps.length].slice(first)
        : ends
            .filter((at) => at < steps.length && matchesName(part, steps[at] ?? ''))
            .map((at) => at + 1);
  }
  return ends.includes(steps.length);
}

async function* walk(directory: string): AsyncGenerator<string> {
  let left = mostEntries;
  const folders = [{ folder: '', depth: 0 }];
  for (const { folder, depth } of folders) {
    const entries = await readdir(join(directory, folder), { withFileTypes: true }).catch(() => []);
    left -= entries.length;
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const path = posix.join(folder, entry.name);
      if (entry.isFile()) yield path;
      const skipped = /^[._]/.test(entry.name) || notSources.has(entry.name);
      if (entry.isDirectory() && !skipped && depth < deepest && left > 0) {
        folders.push({ folder: path, depth: depth + 1 });
      }
    }
  }
}

export interface BenchmarkFiles {
  /** `bench*` at the root, and what lies in a folder of benchmarks: there those called `bench*` where some are. */
  called: string[];
  /** The others beside these. */
  besides: string[];
}

/**
 * The files that look like benchmarks, as paths from the root; those nearer to the root first. Folders of benchmarks are
 * called bench, benchmark and benchmarks. A name with a further dot is none: bench.config.js, bench.test.ts.
 * @param endings without their dot
 * @param within the folder that the directory is, seen from the repository
 */
export async function listBenchmarkFiles(
  directory: string,
  endings: readonly string[],
  within = '.',
): Promise<BenchmarkFiles> {
  const programs = await listFiles(directory, new RegExp(`^[\\w-]+\\.(${endings.join('|')})$`));
  const found: BenchmarkFiles = { called: [], besides: [] };
  for (const [folder, files] of Map.groupBy(programs, (path) => posix.dirname(path))) {
    const [named, others] = [true, false].map((isWanted) =>
      files.filter((path) => /^bench/i.test(posix.basename(path)) === isWanted),
    ) as [string[], string[]];
    const isOfBenchmarks = benchmarkFolders.includes(posix.basename(posix.join(within, folder)));
    if (folder !== '.' && !isOfBenchmarks) continue;
    found.called.push(...(isOfBenchmarks && named.length === 0 ? others : named));
    if (isOfBenchmarks && named.length > 0) found.besides.push(...others);
  }
  return found;
}
