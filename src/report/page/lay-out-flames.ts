import type { Side } from '../../contract/documents.ts';
import { type FlameNode, visitFlames } from '../flame-tree.ts';

/** A function in the graph: its row, and where it begins and ends as shares of the width. */
export interface FlameBox {
  node: FlameNode;
  row: number;
  from: number;
  to: number;
}

/** A node narrower than this share of the graph is left out, with all that it calls. */
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
  // The place of the next of those that a node calls.
  const rooms = new Map<FlameNode, { row: number; next: number; scale: number }>();
  const outermost = { row: callers.length, next: 0, scale: 1 / total };
  visitFlames(whole, (node) => {
    const room = (node.caller && rooms.get(node.caller)) ?? outermost;
    const [from, width] = [room.next, node[side] * room.scale];
    room.next += width;
    if (width < narrowest) return false;
    boxes.push({ node, row: room.row, from, to: from + width });
    // Sampled values do not always add up: what is called never sticks out of its caller.
    const called = sumOf(node.calls, side);
    const scale = called > node[side] ? width / called : room.scale;
    rooms.set(node, { row: room.row + 1, next: from, scale });
    return true;
  });
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
  const counted = new Set<FlameNode>();
  visitFlames(wanted === '' ? [] : whole, (node) => {
    const fits = node.name.toLowerCase().includes(wanted);
    const isInside = node.caller !== undefined && counted.has(node.caller);
    if (fits) nodes.add(node);
    if (fits && !isInside) outermost.push(node);
    if (fits || isInside) counted.add(node);
    return true;
  });
  const part = (side: Side): number => sumOf(outermost, side) / (sumOf(whole, side) || 1);
  return { nodes, share: { before: part('before'), after: part('after') } };
}

function sumOf(nodes: readonly FlameNode[], side: Side): number {
  return nodes.reduce((sum, node) => sum + node[side], 0);
}
