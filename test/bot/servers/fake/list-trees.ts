import { createHash } from 'node:crypto';

/** As git keeps one of a folder's names. */
export interface FakeEntry {
  mode: string;
  id: string;
  size?: number;
}

/**
 * The trees of a commit, as git makes them of its files: equal folders have equal ids.
 * @param files path to content; what begins with `mode 120000:` is of that mode
 */
export function listTrees(files: ReadonlyMap<string, string>): {
  root: string;
  /** Id to what it lists, by name. */
  trees: Map<string, Map<string, FakeEntry>>;
} {
  const trees = new Map<string, Map<string, FakeEntry>>();
  const add = (below: readonly (readonly [string, string])[]): string => {
    const entries = new Map<string, FakeEntry>();
    const byName = Map.groupBy(below, ([path]) => path.split('/')[0] ?? '');
    for (const [name, group] of [...byName].sort(([a], [b]) => (a < b ? -1 : 1))) {
      const [[path, content] = ['', '']] = group;
      const [, mode = '100644', blob = content] = /^mode (\d{6}):(.*)$/s.exec(content) ?? [];
      if (path === name) entries.set(name, { mode, id: digest(`blob ${blob}`), size: blob.length });
      else {
        const inside = group.map(([each, text]) => [each.slice(name.length + 1), text] as const);
        entries.set(name, { mode: '040000', id: add(inside) });
      }
    }
    const id = digest(`tree ${JSON.stringify([...entries])}`);
    trees.set(id, entries);
    return id;
  };
  return { root: add([...files]), trees };
}

function digest(text: string): string {
  return createHash('sha1').update(text).digest('hex');
}
