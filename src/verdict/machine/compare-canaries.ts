import { mean as meanOf, median, sampleStandardDeviation } from 'simple-statistics';
import { type Canary, cpuLimit, findCanary } from '../../contract/canaries.ts';
import type { CanarySamples } from '../../contract/documents.ts';
import { upperTail } from '../../stats/student-t.ts';

/** The machine was not the same beside both sides. */
export interface MachineChange {
  /** The one that shows it most clearly. */
  canary: string;
  /** Logarithm of after over before: positive where the machine was slower while after ran. */
  change: number;
  concerns: Canary['concerns'];
}

/** Fewer pairs say nothing. */
const fewestPairs = 5;
/** A smaller difference between the sides changes no verdict. */
const least = Math.log(1.03);
/** Chance that canaries of an unchanged machine differ this clearly in one direction. */
const chance = 0.0002;
/** The usual difference of a canary within a pair is at least this: it may be steadier than the machine. */
const leastUsual = 0.005;
/** A pair counts as at most so many times the usual, so that a moment of other work decides nothing. */
const mostOfOne = 2;

/** The logarithm of after over before, for every pair that has the canary on both sides. */
export function listDifferences({ after, before }: CanarySamples): (number | undefined)[] {
  return before.map((value, pair) => {
    const other = after[pair] ?? null;
    return value === null || other === null ? undefined : Math.log(other / value);
  });
}

/**
 * By how much each canary of a machine usually differs within a pair.
 * @param middle of all such differences
 */
export function measureUsual(
  samples: readonly CanarySamples[],
  middle: (sizes: number[]) => number,
): Map<string, number> {
  const usual = new Map<string, number>();
  for (const [canary, own] of Map.groupBy(samples, (one) => one.canary)) {
    const sizes = own.flatMap((one) => present(listDifferences(one))).map(Math.abs);
    if (sizes.length > 0) usual.set(canary, Math.max(leastUsual, middle(sizes)));
  }
  return usual;
}

/**
 * Canaries of one machine that clearly differ between the sides, over the pairs of all tests: each by itself; and those
 * of a part together, and all, since a short run has few pairs of each.
 */
export function compareCanaries(samples: readonly CanarySamples[]): MachineChange[] {
  const usual = measureUsual(samples, median);
  const differences = [...usual].map(([canary, scale]): OneCanary => {
    const own = samples.filter((one) => one.canary === canary);
    const logs = own.flatMap((one) => present(listDifferences(one)));
    const concerns = findCanary(canary)?.concerns ?? 'latency';
    return { canary, scale, logs, concerns };
  });
  // The limit is the same in every pair, or it differs: beside the others it would thin them out.
  const running = differences.filter(({ canary }) => canary !== cpuLimit);
  const ofCpu = running.filter(({ concerns }) => concerns === 'cpu-and-latency');
  const parts = [...Map.groupBy(running, ({ canary }) => canary.split('.')[0]).values()].filter(
    ({ length }) => length > 1,
  );
  return [
    ...differences.map((one) => ({ concerns: one.concerns, group: [one] })),
    ...parts.map((group) => ({ concerns: group[0]?.concerns ?? 'latency', group })),
    { concerns: 'cpu-and-latency' as const, group: ofCpu },
    { concerns: 'latency' as const, group: running },
  ].flatMap(({ concerns, group }) => {
    const found = compareGroup(group);
    return found === undefined ? [] : [{ ...found, concerns }];
  });
}

interface OneCanary extends Pick<MachineChange, 'canary' | 'concerns'> {
  /** Its usual difference. */
  scale: number;
  logs: readonly number[];
}

function compareGroup(group: readonly OneCanary[]): Omit<MachineChange, 'concerns'> | undefined {
  const logs = group.flatMap((one) => one.logs);
  if (logs.length < fewestPairs) return undefined;
  // Not the median: where others use the CPU now and then, most readings are as ever.
  const change = meanOf([...logs]);
  const scaled = group.flatMap(scaleLogs);
  const isClear = Math.abs(change) >= least && tailOfMean(scaled, Math.sign(change)) < chance;
  const clearest = group.toSorted((a, b) => clarityOf(b) - clarityOf(a))[0];
  return isClear && clearest !== undefined ? { canary: clearest.canary, change } : undefined;
}

function scaleLogs({ logs, scale }: OneCanary): number[] {
  return logs.map((log) => Math.min(mostOfOne, Math.max(-mostOfOne, log / scale)));
}

function clarityOf(one: OneCanary): number {
  return (
    Math.abs(scaleLogs(one).reduce((sum, value) => sum + value, 0)) / Math.sqrt(one.logs.length)
  );
}

/** The spread of a scaled difference is at least this: five pairs may be alike by chance. */
const leastSpread = 0.15;

/** P of a mean this far in this direction where there is none. */
function tailOfMean(values: readonly number[], direction: number): number {
  const count = values.length;
  const spread = Math.max(leastSpread, sampleStandardDeviation([...values]));
  return upperTail((direction * meanOf([...values]) * Math.sqrt(count)) / spread, count - 1);
}

export function present(values: readonly (number | undefined)[]): number[] {
  return values.filter((value) => value !== undefined);
}
