import type { Side } from '../../contract/documents.ts';
import type { FlameNode } from '../flame-tree.ts';

/** A function in the graph: its row, and where it begins and ends as shares of the width. */
export interface FlameBox {
  node: FlameNode;
  row: number;
  from: number;
  to: number;
}

/** What is narrower than this share of the graph is left out, with all that it calls. */
const narrowest = 0.001;
/** Above the function that fills the width. */
const mostCallers = 3;

/** @param whole what fills the width: programs and threads side by side, or one function below its callers */
export function layOutFlames(whole: readonly FlameNode[], side: Side): FlameBox[] {
  const callers: FlameNode[] = [];
  let caller = whole[0]?.caller;
  for (; caller !== undefined && callers.length < mostCallers; caller = caller.caller) {
    callers.unshift(caller);
  }
  const boxes: FlameBox[] = callers.map((node, row) => ({ node, row, from: 0, to: 1 }));
  const total = sumOf(whole, side);
  if (total === 0) return [];
  const place = (nodes: readonly FlameNode[], row: number, from: number, scale: number): void => {
    let start = from;
    for (const node of nodes) {
      const width = node[side] * scale;
      if (width >= narrowest) {
        boxes.push({ node, row, from: start, to: start + width });
        // Sampled values do not always add up: what is called never sticks out of its caller.
        const called = sumOf(node.calls, side);
        place(node.calls, row + 1, start, called > node[side] ? width / called : scale);
      }
      start += width;
    }
  };
  place(whole, callers.length, 0, 1 / total);
  return boxes;
}

/** Functions whose name holds the text, and how much of the whole they and what they call take. */
export interface FoundFlames {
  nodes: Set<FlameNode>;
  share: Record<Side, number>;
}

export function searchFlames(whole: readonly FlameNode[], text: string): FoundFlames {
  const wanted = text.trim().toLowerCase();
  const nodes = new Set<FlameNode>();
  const outermost: FlameNode[] = [];
  const search = (within: readonly FlameNode[], isCounted: boolean): void => {
    for (const node of within) {
      const fits = node.name.toLowerCase().includes(wanted);
      if (fits) nodes.add(node);
      if (fits && !isCounted) outermost.push(node);
      search(node.calls, isCounted || fits);
    }
  };
  if (wanted !== '') search(whole, false);
  const part = (side: Side): number => sumOf(outermost, side) / (sumOf(whole, side) || 1);
  return { nodes, share: { before: part('before'), after: part('after') } };
}

function sumOf(nodes: readonly FlameNode[], side: Side): number {
  return nodes.reduce((sum, node) => sum + node[side], 0);
}
