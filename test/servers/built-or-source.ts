/**
 * The programs that tests start: those of dist/, as users have them, where nothing has changed since they were
 * built; otherwise their sources. Node takes two to four times as much CPU time to start a program from its sources.
 */
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { listTrackedFiles, root } from '../../scripts/checks/tracked-files.ts';
import { buildMark } from '../../scripts/require-generated.ts';

/** All that the programs are made of. */
const sources = ['src', 'bot/src', 'schemas', 'scripts', 'package-lock.json'];
const built = 'dist/serve.mjs';

let isCurrent: boolean | undefined;

/** Whether nothing has changed since `npm run build` came to its end. */
export function isBuilt(): boolean {
  const isThere = [built, buildMark].every((file) => existsSync(join(root, file)));
  return isThere && newestOf(sources) < modifiedMs(buildMark);
}

/** @returns where the program is that `npm run build` makes of a source; both are relative to the repository */
export function builtOrSource(program: string, source: string): string {
  isCurrent ??= isBuilt();
  return join(root, isCurrent ? program : source);
}

/** `perigee serve` without its launcher. */
export function findService(): string {
  return builtOrSource(built, 'src/service/main.ts');
}

/** All other commands of `perigee`, without their launcher. */
export function findCommandLine(): string {
  return builtOrSource('dist/cli.mjs', 'src/cli/main.ts');
}

function newestOf(places: readonly string[]): number {
  const list = (place: string): string[] =>
    statSync(join(root, place)).isDirectory()
      ? readdirSync(join(root, place), { recursive: true, encoding: 'utf8' }).map((name) =>
          join(place, name),
        )
      : [place];
  return Math.max(...places.flatMap(list).map(modifiedMs));
}

function modifiedMs(file: string): number {
  return statSync(join(root, file)).mtimeMs;
}

/**
 * Where something that tests make is kept for as long as nothing that it is made of changes.
 * @param name of its folder in .cache/, before a hash
 * @param sources files and folders, from the root
 * @param more what it is made of besides
 */
export function placeOfKept(name: string, sources: readonly string[], more = ''): string {
  const hash = createHash('sha256').update(more);
  const isSource = (file: string): boolean =>
    sources.some((source) => file === source || file.startsWith(`${source}/`));
  for (const file of listTrackedFiles().filter(isSource)) {
    hash.update(file).update(readFileSync(join(root, file)));
  }
  return join(root, '.cache', `${name}-${hash.digest('hex').slice(0, 16)}`);
}

/** Makes it where it is not there yet, and removes those of older sources. */
export async function keep(place: string, make: (draft: string) => unknown): Promise<string> {
  if (existsSync(place)) return place;
  mkdirSync(dirname(place), { recursive: true });
  const draft = mkdtempSync(`${place}-`);
  try {
    await make(draft);
    // Another worker may have been first.
    if (!existsSync(place)) renameSync(draft, place);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
  const folder = dirname(place);
  const name = basename(place).slice(0, -16);
  for (const other of readdirSync(folder).filter((one) => one.startsWith(name))) {
    if (other.startsWith(basename(place))) continue;
    rmSync(join(folder, other), { recursive: true, force: true });
  }
  return place;
}
