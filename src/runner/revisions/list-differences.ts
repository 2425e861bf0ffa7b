import type { Difference } from '../../contract/covered-paths.ts';
import { readConstant, type Repository } from './repository.ts';

const folderMode = '040000';

/**
 * The paths that differ between the trees of two commits. The lengths of files are not compared: none counts as the
 * same.
 * @returns undefined where git does not know a commit any more
 */
export async function listDifferences(
  repository: Repository,
  one: string,
  other: string,
): Promise<Difference[] | undefined> {
  if (one === other) return [];
  const options = ['-r', '-t', '-z', '--raw', '--no-renames', '--ignore-submodules=none'];
  const { exitCode, stdout } = await repository.git(['diff-tree', ...options, one, other]);
  if (exitCode !== 0) return undefined;
  const fields = stdout.split('\0');
  const differences: Difference[] = [];
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const [before = '', after] = (fields[at] ?? '').slice(1).split(' ');
    if (before === folderMode && after === folderMode) continue;
    const isContent = before === after && before.startsWith('100');
    differences.push({ path: fields[at + 1] ?? '', isContent, isSameSize: false });
  }
  return differences;
}

/** Path → git's letter for what became of it between two commits: A, M, D or T. */
export async function listStates(
  repository: Repository,
  from: string,
  to: string,
): Promise<Map<string, string>> {
  const args = ['diff-tree', '-r', '--name-status', '-z', '--no-renames', from, to];
  return parseStates(await readConstant(repository, args));
}

/** @param text `M\0path\0A\0path\0` */
export function parseStates(text: string): Map<string, string> {
  const parts = text.split('\0');
  const states = new Map<string, string>();
  for (let i = 0; i + 1 < parts.length; i += 2) states.set(parts[i + 1] ?? '', parts[i] ?? '');
  return states;
}
