import type { ShardPlan } from './assign-shards.ts';

/** Name of a test → index of its shard. */
export type Placement = ReadonlyMap<string, number>;

export function placementOf({ tests }: ShardPlan): Placement {
  return new Map(tests.map(({ test, shard }) => [test.name, shard]));
}

export interface Balance {
  /** By shard index. */
  loadsMs: readonly number[];
  longestMs: number;
  /** How much longer than the mean shard the longest one works: 0.25 is a quarter. */
  imbalance: number;
}

/** @param durationsMs of every test that is placed */
export function measureBalance(
  placement: Placement,
  durationsMs: ReadonlyMap<string, number>,
  total: number,
): Balance {
  const loadsMs = new Array<number>(total).fill(0);
  for (const [name, shard] of placement) {
    loadsMs[shard] = (loadsMs[shard] ?? 0) + (durationsMs.get(name) ?? 0);
  }
  const longestMs = Math.max(...loadsMs);
  const meanMs = loadsMs.reduce((sum, load) => sum + load, 0) / total;
  return { loadsMs, longestMs, imbalance: meanMs === 0 ? 0 : longestMs / meanMs - 1 };
}
