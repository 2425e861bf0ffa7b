/** Test runners that users' projects have, from the npm registry and PyPI, kept in the user's cache folder. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isNightly } from '../nightly.ts';
import { cacheFolder } from './cache-folder.ts';

type Runner = readonly [name: 'vitest' | 'jest' | 'mocha', version: string];
const newest: readonly Runner[] = [
  ['vitest', '5.1'],
  ['jest', '30'],
  ['mocha', '12'],
];
const older: readonly Runner[] = [
  ['vitest', '3.2'],
  ['vitest', '4.1'],
  ['jest', '27'],
  ['mocha', '9.2'],
  ['mocha', '11'],
];

export const nodeRunners = isNightly ? [...older, ...newest] : newest;
export const pytestVersions = isNightly ? ['7', '9'] : ['9'];

/**
 * The folder `node_modules` with that runner; npm installs it when it is not there.
 * @throws Error with what npm said
 */
export function fetchNodeRunner(name: string, version: string): string {
  const kept = install(`runner-${name}-${version}`, (folder) => {
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true }));
    run(folder, 'npm', 'install', '--no-audit', '--no-fund', `${name}@${version}`);
  });
  return join(kept, 'node_modules');
}

/**
 * An environment of Python with pytest; pip installs it when it is not there.
 * @throws Error with what Python said
 */
export function fetchPytest(version: string): string {
  return install(`runner-pytest-${version}`, (folder) => {
    run(folder, 'python3', '-m', 'venv', '.');
    run(folder, 'bin/python', '-m', 'pip', 'install', '--quiet', `pytest==${version}.*`);
  });
}

/** Under its name once it is whole: other workers may want it meanwhile, and an installation may be stopped. */
function install(name: string, fill: (folder: string) => void): string {
  const kept = join(cacheFolder(), name);
  if (existsSync(kept)) return kept;
  mkdirSync(cacheFolder(), { recursive: true });
  const work = mkdtempSync(join(cacheFolder(), 'installing-'));
  try {
    fill(work);
    // Another worker may have been first.
    if (!existsSync(kept)) renameSync(work, kept);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
  return kept;
}

function run(cwd: string, program: string, ...args: readonly string[]): void {
  const limits = { encoding: 'utf8', timeout: 10 * 60_000 } as const;
  const { status, stdout, stderr } = spawnSync(program, args, { cwd, ...limits });
  if (status === 0) return;
  throw new Error(`${[program, ...args].join(' ')} failed:\n${stdout}${stderr}`);
}
