import { spawnSync } from 'node:child_process';
import { linkSync, lstatSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { stateFolder } from '../worktrees/state-directory.ts';
import { readGit, type Repository } from '../revisions/repository.ts';

/** Each side makes these for itself; of another version they would be wrong. */
const caches = new Set(['__pycache__', '.pytest_cache', '.mypy_cache', '.ruff_cache', stateFolder]);

/**
 * The ignored files of a worktree, such as installed packages: a side sees them if it has none of its own.
 * @returns paths relative to it; a folder that is ignored as a whole stands for all in it
 */
export async function listIgnored(repository: Repository, worktree: string): Promise<string[]> {
  const args = [
    '-C',
    worktree,
    'ls-files',
    '-z',
    '--others',
    '--ignored',
    '--exclude-standard',
    '--directory',
  ];
  const listing = await readGit(repository, args);
  return listing
    .split('\0')
    .map((path) => path.replace(/\/$/, ''))
    .filter((path) => path !== '' && !path.split('/').some((step) => caches.has(step)));
}

type Tree = Map<string, Tree | 'shared'>;

/**
 * Makes a layer that lies between a side and the user's checkout, and hides all of the latter but what is ignored there
 * and lacks here.
 * @param layer a folder that is not there yet
 * @returns false where nothing is to be shared, and no layer was made
 */
export function hideRest(
  root: string,
  checkout: string,
  ignored: readonly string[],
  layer: string,
): boolean {
  const shared = ignored.filter((path) => !isThere(join(checkout, path)));
  const tree: Tree = new Map();
  for (const path of shared) grow(tree, path.split('/'));
  if (tree.size === 0) return false;
  const whiteout = `${layer}.whiteout`;
  const { status } = spawnSync('mknod', [whiteout, 'c', '0', '0'], { stdio: 'ignore' });
  if (status !== 0) return false;
  hide({ root, checkout, layer, whiteout }, '', tree);
  return true;
}

function grow(tree: Tree, [step = '', ...rest]: readonly string[]): void {
  if (rest.length === 0) {
    tree.set(step, 'shared');
    return;
  }
  const known = tree.get(step);
  if (known === 'shared') return;
  const below: Tree = known ?? new Map();
  tree.set(step, below);
  grow(below, rest);
}

interface Layers {
  root: string;
  checkout: string;
  layer: string;
  /** A device that an overlay takes for "nothing is here". */
  whiteout: string;
}

function hide(layers: Layers, folder: string, tree: Tree): void {
  const { checkout, layer, root, whiteout } = layers;
  mkdirSync(join(layer, folder));
  for (const name of readdirSync(join(root, folder))) {
    const path = join(folder, name);
    const found = tree.get(name);
    if (found === 'shared') continue;
    // In a folder that this side does not have nothing is missing.
    if (found !== undefined && isThere(join(checkout, path))) hide(layers, path, found);
    else linkSync(whiteout, join(layer, path));
  }
}

function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}
