import { median } from 'simple-statistics';
import { findCanary } from '../../contract/canaries.ts';
import type { CanarySamples } from '../../contract/documents.ts';
import { listDifferences, type MachineChange } from './compare-canaries.ts';

/** In one pair a canary has to differ by this much, … */
const leastJump = Math.log(1.25);
/** … and by so many times what it usually differs by on this machine. */
const usualTimes = 4;
/** One canary alone meets a moment of other work now and then. */
const fewestAgreeing = 2;

/** A pair between whose executions the machine changed, as the clearest of the canaries shows. */
export interface Jump extends MachineChange {
  pair: number;
  /** Canaries that concern CPU time agree as well, not only those of waiting. */
  concernsCpu: boolean;
}

/** By how much each canary of a machine usually differs within a pair. */
export function measureUsual(canaries: readonly CanarySamples[]): Map<string, number> {
  const usual = new Map<string, number>();
  for (const [canary, own] of Map.groupBy(canaries, (one) => one.canary)) {
    const sizes = own.flatMap((one) => present(listDifferences(one))).map(Math.abs);
    if (sizes.length > 0) usual.set(canary, median(sizes));
  }
  return usual;
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
    const limit = Math.max(leastJump, usualTimes * (usual.get(one.canary) ?? 0));
    for (const [pair, change] of listDifferences(one).entries()) {
      if (change === undefined || Math.abs(change) < limit) continue;
      byPair.set(pair, [...(byPair.get(pair) ?? []), { canary: one.canary, change }]);
    }
  }
  return [...byPair].flatMap(([pair, changes]) => {
    const agreeing = pickAgreeing(changes);
    const [clearest] = agreeing.toSorted((a, b) => Math.abs(b.change) - Math.abs(a.change));
    if (clearest === undefined || agreeing.length < fewestAgreeing) return [];
    const ofCpu = agreeing.filter(({ canary }) => concernsCpu(canary));
    return [{ ...clearest, pair, concernsCpu: ofCpu.length >= fewestAgreeing }];
  });
}

/** Of the direction that has more of them. */
function pickAgreeing(changes: readonly MachineChange[]): MachineChange[] {
  const slower = changes.filter(({ change }) => change > 0);
  return slower.length * 2 >= changes.length ? slower : changes.filter(({ change }) => change < 0);
}

function concernsCpu(canary: string): boolean {
  return findCanary(canary)?.concerns === 'cpu-and-latency';
}

export function present(values: readonly (number | undefined)[]): number[] {
  return values.filter((value) => value !== undefined);
}
