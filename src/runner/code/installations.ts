import { closeSync, existsSync, openSync, readSync, readdirSync, statSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { attempt } from '../../contract/attempt.ts';
import { readText } from './program.ts';

const folders = new Set([
  'node_modules',
  'site-packages',
  'dist-packages',
  '.yarn',
  '.tox',
  '.nox',
]);
const files = /(^|\/)(\.pnp\.[cm]?js|\.pnp\.loader\.mjs|[^/]+\.(egg|dist)-info(\/.*)?)$/;
const locks =
  /^(package-lock\.json|npm-shrinkwrap\.json|pnpm-lock\.yaml|yarn\.lock|bun\.lockb?|requirements[^/]*\.txt|poetry\.lock|uv\.lock|pdm\.lock|Pipfile\.lock)$/;

/** Caches of package managers and compilers: entries have the names of their contents, or are only metadata. */
const cache =
  /\/(\.cache|\.npm|\.cargo\/(registry|git|\.[^/]+)|\.rustup|\.gradle|\.m2(?!\/repository\/.*\.(jar|class)$)|\.pnpm-store|\.yarn|\.bun|\.deno|go\/pkg\/mod|go-build)(\/|$)/;

export function isCached(path: string): boolean {
  return cache.test(path);
}

/**
 * The folder in which packages of others are installed that a path lies in, such as `node_modules`: they are no output of
 * the repository's own build.
 * @param root absolute, of the worktree
 * @param path relative to it
 * @param isVenv in place of `isEnvironment`
 */
export function findInstallation(
  root: string,
  path: string,
  isVenv = isEnvironment,
): string | undefined {
  const steps = path.split('/');
  const at = steps.findIndex((step, i) => {
    const folder = steps.slice(0, i + 1).join('/');
    return folders.has(step) || isVenv(join(root, folder));
  });
  if (at >= 0) return steps.slice(0, at + 1).join('/');
  return files.test(path) ? dirname(path) : undefined;
}

/** Whether the name is that of a file that says which packages are to be installed. */
export function isLock(name: string): boolean {
  return locks.test(name);
}

/** Whether packages of Python are installed in a folder. */
export function isEnvironment(folder: string): boolean {
  return existsSync(join(folder, 'pyvenv.cfg'));
}

const longestProgram = 256 * 2 ** 20;

/**
 * Whether a file outside was installed from a worktree: the installer has noted where from, or the program names its
 * sources.
 * @param roots the worktrees, absolute
 */
export function isInstalledFrom(path: string, roots: readonly string[]): boolean {
  return attempt(
    () => isPackage(path, roots) || isCrate(path, roots) || isProgramOf(path, roots),
    false,
  );
}

/**
 * pip notes the source of a package in `direct_url.json`, and its files in `RECORD` (PEP 610, PEP 376). Of an editable one
 * they only lead to the worktree: what is read there is seen itself.
 */
function isPackage(path: string, roots: readonly string[]): boolean {
  const [, place, inside] = /^(.*\/(?:site|dist)-packages)\/(.+)$/.exec(path) ?? [];
  if (place === undefined || inside === undefined) return false;
  return listSources(place).some(
    ({ record, source }) =>
      namesFolder(source, roots) &&
      !/"editable": *true/.test(source) &&
      readText(record).includes(`${inside},`),
  );
}

function listSources(place: string): { source: string; record: string }[] {
  return readdirSync(place)
    .filter((name) => name.endsWith('.dist-info'))
    .map((name) => ({
      file: join(place, name, 'direct_url.json'),
      record: join(place, name, 'RECORD'),
    }))
    .filter(({ file, record }) => existsSync(file) && existsSync(record))
    .map(({ file, record }) => ({ source: readText(file), record }));
}

/** cargo notes it beside the folder of programs. */
function isCrate(path: string, roots: readonly string[]): boolean {
  const list = join(dirname(path), '..', '.crates.toml');
  if (!existsSync(list)) return false;
  const name = path.slice(path.lastIndexOf(sep) + 1);
  return readText(list)
    .split('\n')
    .some((line) => namesFolder(line, roots) && line.includes(`"${name}"`));
}

/** Whether a URL in a text is that of a worktree, or of something in it: a folder beside it may begin with its name. */
export function namesFolder(text: string, roots: readonly string[]): boolean {
  const plain = decode(text);
  return roots.some((root) =>
    ['"', ')', '/', '#'].some((end) => plain.includes(`file://${root}${end}`)),
  );
}

/** URLs hold spaces and much else in hexadecimal. */
function decode(text: string): string {
  return attempt(() => decodeURIComponent(text), text);
}

/** Whether a file is made to be executed or loaded by the system. */
export function isProgram(path: string): boolean {
  // Below a file, and where this user may not look, nothing is.
  const facts = attempt(() => statSync(path), undefined);
  const isExecutable = facts !== undefined && (facts.mode & 0o111) !== 0;
  return isExecutable || /\.(so|node|jar)(\.|$)/.test(path);
}

const partBytes = 2 ** 20;

/** First four bytes of a program or a library: ELF of Linux, Mach-O of macOS for one processor and for several. */
const objects = [0x7f454c46, 0xcffaedfe, 0xcafebabe];

/** @param start its first four bytes at least */
export function isObject(start: Buffer): boolean {
  return objects.includes(start.readUInt32BE(0));
}

/** Compiled, read part by part: in one piece, Node itself would fill 120 MB of memory. */
function isProgramOf(path: string, roots: readonly string[]): boolean {
  const facts = statSync(path);
  // Opening a pipe would wait until something writes into it.
  if (!isProgram(path) || !facts.isFile() || facts.size > longestProgram) return false;
  const wanted = roots.map((root) => Buffer.from(`${root}/`));
  const longest = Math.max(...wanted.map(({ length }) => length), 0);
  const part = Buffer.alloc(longest + partBytes);
  const file = openSync(path, 'r');
  try {
    let kept = 0;
    for (let isFirst = true; ; isFirst = false) {
      const read = readSync(file, part, kept, partBytes, null);
      const seen = part.subarray(0, kept + read);
      if (isFirst && (read < 4 || !isObject(seen))) return false;
      if (read === 0) return false;
      if (wanted.some((root) => seen.includes(root))) return true;
      // A name may lie across two parts.
      kept = Math.min(longest, seen.length);
      seen.copy(part, 0, seen.length - kept);
    }
  } finally {
    closeSync(file);
  }
}
