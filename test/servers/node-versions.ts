/** The Nodes that users run Perigee on, from the npm package `node`, kept in the user's cache folder. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isNightly } from '../nightly.ts';
import { cacheFolder } from './cache-folder.ts';

export type NodeMajor = 20 | 22 | 24;

/** Every version that Perigee supports; by day the newest of each program alone. */
export const supportedNodes: readonly NodeMajor[] = isNightly ? [20, 22, 24] : [24];

/**
 * The program of that version; npm installs it when it is not there.
 * @throws Error with what npm said
 */
export function fetchNode(major: NodeMajor): string {
  if (Number(process.versions.node.split('.')[0]) === major) return process.execPath;
  const folder = join(cacheFolder(), `node-${major}`);
  const program = join(folder, 'node_modules', 'node', 'bin', 'node');
  if (existsSync(program)) return program;
  mkdirSync(folder, { recursive: true });
  // The package gets its binary by an install script, which newer npm only runs where it is allowed.
  const about = { private: true, allowScripts: { node: true } };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(about));
  const { status, stdout, stderr } = spawnSync(
    'npm',
    ['install', '--no-audit', '--no-fund', '--ignore-scripts=false', `node@${major}`],
    { cwd: folder, encoding: 'utf8', timeout: 10 * 60_000 },
  );
  if (status === 0 && existsSync(program)) return program;
  throw new Error(`Node ${major} could not be installed:\n${stdout}${stderr}`);
}
