import { findCanary } from '../../contract/canaries.ts';
import type { CanarySamples } from '../../contract/documents.ts';
import { listDifferences, type MachineChange } from './compare-canaries.ts';

/** In one pair a canary has to differ by this much, … */
const leastJump = Math.log(1.25);
/** … and by so many times what it usually differs by on this machine. */
const usualTimes = 4;
/** One canary alone meets a moment of other work now and then. */
const fewestAgreeing = 2;

/** A pair between whose executions the machine changed. */
export interface Jump extends MachineChange {
  pair: number;
}

/**
 * @param canaries beside one test
 * @param usual of the whole machine
 */
export function findJumps(
  canaries: readonly CanarySamples[],
  usual: ReadonlyMap<string, number>,
): Jump[] {
  const byPair = new Map<number, MachineChange[]>();
  for (const one of canaries) {
    const { canary } = one;
    const limit = Math.max(leastJump, usualTimes * (usual.get(canary) ?? 0));
    const concerns = findCanary(canary)?.concerns ?? 'latency';
    for (const [pair, change] of listDifferences(one).entries()) {
      if (change === undefined || Math.abs(change) < limit) continue;
      byPair.set(pair, [...(byPair.get(pair) ?? []), { canary, change, concerns }]);
    }
  }
  return [...byPair].flatMap(([pair, changes]) => {
    const agreeing = pickAgreeing(changes);
    const [clearest] = agreeing.toSorted((a, b) => Math.abs(b.change) - Math.abs(a.change));
    if (clearest === undefined || agreeing.length < fewestAgreeing) return [];
    const ofCpu = agreeing.filter(({ concerns }) => concerns === 'cpu-and-latency');
    const concerns = ofCpu.length >= fewestAgreeing ? 'cpu-and-latency' : 'latency';
    return [{ ...clearest, concerns, pair }];
  });
}

/** Of the direction that has more of them. */
function pickAgreeing(changes: readonly MachineChange[]): MachineChange[] {
  const slower = changes.filter(({ change }) => change > 0);
  return slower.length * 2 >= changes.length ? slower : changes.filter(({ change }) => change < 0);
}
