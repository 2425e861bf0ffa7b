/**
 * A program that a test needs, from the Go module proxy with the ordinary client: built once for each user and
 * kept in the user's cache folder.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { cacheFolder } from './cache-folder.ts';

export interface GoProgram {
  name: string;
  /** The package with its `main`. */
  package: string;
  version: string;
  /** What Go calls the program. */
  builtAs: string;
  /** The oldest Go that builds it, e.g. `1.24`. */
  go: string;
}

const longestBuildMs = 20 * 60_000;

/** What this machine lacks to build it, in one line that says what to install; undefined when nothing. */
export function missingForGo(wanted: GoProgram): string | undefined {
  if (existsSync(placeOf(wanted)) || isOnPath('go')) return undefined;
  return `${wanted.name} is built with Go: install Go ${wanted.go} or newer`;
}

/**
 * The program; it is built when it is not there, which takes one to three minutes.
 * @throws Error with what Go said
 */
export function fetchGoProgram(wanted: GoProgram): string {
  const built = placeOf(wanted);
  if (existsSync(built)) return built;
  mkdirSync(dirname(built), { recursive: true });
  const work = mkdtempSync(join(cacheFolder(), 'build-'));
  try {
    const { status, stdout, stderr } = spawnSync(
      'go',
      ['install', `${wanted.package}@v${wanted.version}`],
      { env: { ...process.env, GOBIN: work }, encoding: 'utf8', timeout: longestBuildMs },
    );
    if (status !== 0) throw new Error(`${wanted.name} could not be built:\n${stdout}${stderr}`);
    // Whole at once: another test may look for it meanwhile.
    renameSync(join(work, wanted.builtAs), built);
    return built;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

function placeOf({ name, version }: GoProgram): string {
  return join(cacheFolder(), `${name}-${version}`, name);
}

function isOnPath(name: string): boolean {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return folders.some((one) => existsSync(join(one, name)));
}
