/** Test runners that users' projects have, from the npm registry and PyPI, kept in the user's cache folder. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
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
  const folder = join(cacheFolder(), `runner-${name}-${version}`);
  const modules = join(folder, 'node_modules');
  if (existsSync(join(modules, name, 'package.json'))) return modules;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true }));
  const { status, stdout, stderr } = spawnSync(
    'npm',
    ['install', '--no-audit', '--no-fund', `${name}@${version}`],
    { cwd: folder, encoding: 'utf8', timeout: 10 * 60_000 },
  );
  if (status === 0) return modules;
  throw new Error(`${name} ${version} could not be installed:\n${stdout}${stderr}`);
}

/**
 * An environment of Python with pytest; pip installs it when it is not there.
 * @throws Error with what Python said
 */
export function fetchPytest(version: string): string {
  const folder = join(cacheFolder(), `runner-pytest-${version}`);
  if (existsSync(join(folder, 'bin', 'pytest'))) return folder;
  const steps: readonly [string, ...string[]][] = [
    ['python3', '-m', 'venv', folder],
    [join(folder, 'bin', 'pip'), 'install', '--quiet', `pytest==${version}.*`],
  ];
  for (const [program, ...args] of steps) {
    const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' });
    if (status !== 0) throw new Error(`pytest could not be installed:\n${stdout}${stderr}`);
  }
  return folder;
}
