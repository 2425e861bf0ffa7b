/**
 * act, which runs GitHub workflows on this machine, without a container engine: from the Go module proxy
 * with the ordinary client, once for each user, kept in the user's cache folder.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { cacheFolder } from './cache-folder.ts';

const version = '0.2.89';
const longestBuildMs = 10 * 60_000;

/** What this machine lacks to run act, in one line that says what to install; undefined when nothing. */
export function missingForAct(): string | undefined {
  if (existsSync(program()) || isOnPath('go')) return undefined;
  return 'act is built with Go: install Go 1.24 or newer';
}

/**
 * The program; it is built when it is not there, which takes one to three minutes.
 * @throws Error with what Go said
 */
export function fetchAct(): string {
  if (existsSync(program())) return program();
  const { status, stdout, stderr } = spawnSync(
    'go',
    ['install', `github.com/nektos/act@v${version}`],
    {
      env: { ...process.env, GOBIN: folder() },
      encoding: 'utf8',
      timeout: longestBuildMs,
    },
  );
  if (status !== 0) throw new Error(`act could not be built:\n${stdout}${stderr}`);
  return program();
}

function program(): string {
  return join(folder(), 'act');
}

function folder(): string {
  return join(cacheFolder(), `act-${version}`);
}

function isOnPath(name: string): boolean {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return folders.some((one) => existsSync(join(one, name)));
}
