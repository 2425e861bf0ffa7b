/** The tree of calls: for the table in the markup, and for the flame graph of the script. */
import type { Explanation, StackNode } from '../contract/documents.ts';
import { formatQuantity } from '../contract/units.ts';
import { makePlain } from './plain-text.ts';

export type FlameUnit = 'ns' | 'bytes';

export interface FlameNode {
  name: string;
  before: number;
  after: number;
  level: number;
  caller: FlameNode | undefined;
  calls: FlameNode[];
}

/** @returns every node, a caller before those that it calls */
export function growTree(stacks: readonly StackNode[]): FlameNode[] {
  const nodes: FlameNode[] = [];
  for (const { after, before, caller: place, name } of stacks) {
    const caller = place === undefined ? undefined : nodes[place];
    const level = caller === undefined ? 0 : caller.level + 1;
    const node = { name: makePlain(name), before, after, level, caller, calls: [] };
    caller?.calls.push(node);
    nodes.push(node);
  }
  return nodes;
}

export function unitOf({ of }: Pick<Explanation, 'of'>): FlameUnit {
  return of === 'time' ? 'ns' : 'bytes';
}

export function growthOf({ after, before }: FlameNode): number {
  return after - before;
}

/**
 * A caller before those that it calls; stacks may be thousands deep, so nothing calls itself here.
 * @param enter whether to go on to those that the node calls
 */
export function visitFlames(tops: readonly FlameNode[], enter: (node: FlameNode) => boolean): void {
  const waiting = tops.toReversed();
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (enter(node)) waiting.push(...node.calls.toReversed());
  }
}

/** The node that spends more than before itself, and not in its calls. */
export function findMostGrown(nodes: readonly FlameNode[]): FlameNode | undefined {
  const own = (node: FlameNode): number =>
    growthOf(node) - node.calls.reduce((sum, called) => sum + growthOf(called), 0);
  const [first] = nodes.toSorted((a, b) => own(b) - own(a));
  return first;
}

/** `+209 ms`, `-3 ms`, `0 ns` */
export function formatGrowth(node: FlameNode, unit: FlameUnit): string {
  const growth = growthOf(node);
  return `${growth > 0 ? '+' : ''}${formatQuantity(growth, unit)}`;
}

/** In three columns beside the name: before, after, change. */
export function listFigures(node: FlameNode, unit: FlameUnit): string[] {
  return [
    formatQuantity(node.before, unit),
    formatQuantity(node.after, unit),
    formatGrowth(node, unit),
  ];
}
