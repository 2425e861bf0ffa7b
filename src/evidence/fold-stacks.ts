import type { Explanation } from '../contract/documents.ts';
import type { Stacks } from '../contract/execution.ts';
import type { Places } from './count-functions.ts';

const leastShare = 0.003;
const mostNodes = 2000;
const deepest = 60;

interface Node {
  before: number;
  after: number;
  below: Map<string, Node>;
}

type Sides<T> = Readonly<Record<'before' | 'after', T>>;

/**
 * Both sides as one tree: what called what, and how much each took with all that it called, per run. Small parts are left
 * out.
 * @param whole what a run takes on each side
 */
export function foldStacks(
  pairs: readonly Sides<readonly Stacks[]>[],
  places: Places,
  whole: Sides<number>,
): NonNullable<Explanation['stacks']> {
  const root: Node = { before: 0, after: 0, below: new Map() };
  for (const side of ['before', 'after'] as const) {
    for (const pair of pairs) {
      const total = sumUp(pair[side]);
      for (const { samples, weight } of pair[side]) {
        for (const [stack, count] of samples) {
          const size = ((count * weight) / Math.max(1, total)) * (whole[side] / pairs.length);
          add(root, stack, side, size, places);
        }
      }
    }
  }
  const least = leastShare * Math.max(root.before, root.after);
  const list: NonNullable<Explanation['stacks']> = [];
  const walk = (node: Node, caller: number | undefined): void => {
    for (const [key, child] of sortLargest(node.below)) {
      if (Math.max(child.before, child.after) < least || list.length >= mostNodes) continue;
      const { line, name, path } = places.find(key);
      const shown = path === undefined ? name : `${name} (${path}:${line})`;
      list.push({
        name: shown.slice(0, 200),
        ...(caller === undefined ? {} : { caller }),
        before: Math.round(child.before),
        after: Math.round(child.after),
      });
      walk(child, list.length - 1);
    }
  };
  walk(root, undefined);
  return list;
}

function sumUp(groups: readonly Stacks[]): number {
  let total = 0;
  for (const { samples, weight } of groups) {
    for (const count of samples.values()) total += count * weight;
  }
  return total;
}

function add(
  root: Node,
  stack: string,
  side: 'before' | 'after',
  size: number,
  places: Places,
): void {
  let node = root;
  node[side] += size;
  for (const frame of stack.split(';').slice(0, deepest)) {
    const key = places.keyOf(frame, side);
    let child = node.below.get(key);
    if (child === undefined)
      node.below.set(key, (child = { before: 0, after: 0, below: new Map() }));
    child[side] += size;
    node = child;
  }
}

function sortLargest(below: ReadonlyMap<string, Node>): [string, Node][] {
  return [...below].sort(
    ([, a], [, b]) => Math.max(b.before, b.after) - Math.max(a.before, a.after),
  );
}
