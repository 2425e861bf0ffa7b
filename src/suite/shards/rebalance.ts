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

/** A longest shard that works so much more than the mean is even enough, and gains of less are not worth a move. */
export const evenEnough = 0.1;

/**
 * Moves tests, one at a time, from the longest shard to the shortest, until the shards are even or no move makes the
 * longest of the two shorter.
 * @param today every test with its shard
 * @param durationsMs of every test
 * @returns today's placement where moving gains less than 10%
 */
export function rebalance(
  today: Placement,
  durationsMs: ReadonlyMap<string, number>,
  total: number,
): Placement {
  const before = measureBalance(today, durationsMs, total);
  const placed = new Map(today);
  const shortestFirst = [...today.keys()].sort(
    (a, b) => (durationsMs.get(a) ?? 0) - (durationsMs.get(b) ?? 0),
  );
  let balance = before;
  // Each move shortens the longest shard; the bound is for equal ones that take turns.
  for (let moves = 0; moves < today.size && balance.imbalance > evenEnough; moves += 1) {
    const { loadsMs, longestMs } = balance;
    const [from, to] = [loadsMs.indexOf(longestMs), loadsMs.indexOf(Math.min(...loadsMs))];
    const half = (longestMs - (loadsMs[to] ?? 0)) / 2;
    let best: string | undefined;
    // Sums of milliseconds differ in their last digits; that makes no move better.
    let nearestMs = half;
    for (const name of shortestFirst) {
      const distanceMs = Math.abs((durationsMs.get(name) ?? 0) - half);
      if (placed.get(name) !== from || distanceMs >= nearestMs * (1 - 1e-9)) continue;
      nearestMs = distanceMs;
      best = name;
    }
    if (best === undefined) break;
    placed.set(best, to);
    balance = measureBalance(placed, durationsMs, total);
  }
  return balance.longestMs < before.longestMs * (1 - evenEnough) ? placed : today;
}
