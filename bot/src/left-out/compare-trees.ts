import type { Difference } from '../../../src/contract/covered-paths.ts';
import type { Tree, TreeEntry } from '../github/github-side.ts';

export interface Comparison {
  one: string;
  other: string;
  /** Undefined where no more trees may be asked for. */
  readTree(this: void, id: string): Promise<Tree> | undefined;
  /** Whether what lies in a folder matters. */
  isWanted(this: void, folder: string): boolean;
}

/**
 * The differences between two trees, as far as they are wanted. Folders of one id are equal with all that is in them,
 * so only folders that differ are read.
 * @returns a sentence if the difference is unknown
 */
export async function compareTrees(comparison: Comparison): Promise<Difference[] | string> {
  const { isWanted, readTree } = comparison;
  const differences: Difference[] = [];
  const pairs = [{ folder: '', one: comparison.one, other: comparison.other }];
  for (const { folder, one, other } of pairs) {
    if (one === other) continue;
    const asked = [readTree(one), readTree(other)].filter((tree) => tree !== undefined);
    // Requests that were sent are waited for all the same.
    const trees = await Promise.all(asked);
    if (trees.length < 2) return 'it differs in too many folders to compare them';
    if (trees.some(({ isWhole }) => !isWhole)) {
      return `${folder === '' ? 'its root' : `its folder ${folder}`} has more names than GitHub lists`;
    }
    const [ofOne, ofOther] = trees.map(({ entries }) => entries) as [Entries, Entries];
    for (const name of new Set([...ofOne.keys(), ...ofOther.keys()])) {
      const path = folder === '' ? name : `${folder}/${name}`;
      const [a, b] = [ofOne.get(name), ofOther.get(name)];
      if (a?.mode === b?.mode && a?.id === b?.id) continue;
      if (a?.mode !== folderMode || b?.mode !== folderMode) {
        const isContent = a?.mode === b?.mode && isFile(a);
        const isSameSize = isContent && a?.size !== undefined && a.size === b?.size;
        differences.push({ path, isContent, isSameSize });
      } else if (isWanted(path)) pairs.push({ folder: path, one: a.id, other: b.id });
    }
  }
  return differences;
}

type Entries = ReadonlyMap<string, TreeEntry>;

const folderMode = '040000';

function isFile(entry: TreeEntry | undefined): boolean {
  return entry?.mode === '100644' || entry?.mode === '100755';
}
