import { measureBalance, type Placement } from './balance.ts';

/** The longest shard has to become shorter by more than this for tests to move: 10%. */
export const worthMoving = 0.1;

/**
 * Places tests by how long they take. There are three candidates, by how much they move: where the tests are
 * today; as few moves as bring the longest shard down to that of the third; and all tests anew, each of
 * the longest first on the shard that has least (Graham's longest processing time first, 1969: at most a
 * third longer than the best there is). One takes the place of the one before only when its longest shard is
 * shorter by more than 10%.
 * @param today every test with its shard
 * @param durationsMs of every test
 */
export function rebalance(
  today: Placement,
  durationsMs: ReadonlyMap<string, number>,
  total: number,
): Placement {
  const longestOf = (placement: Placement): number =>
    measureBalance(placement, durationsMs, total).longestMs;
  const anew = keepNumbers(today, placeLongestFirst(today, durationsMs, total), total);
  const fewMoves = moveFew(today, durationsMs, total, longestOf(anew));
  let best = today;
  for (const candidate of [fewMoves, anew]) {
    if (longestOf(candidate) < longestOf(best) * (1 - worthMoving)) best = candidate;
  }
  return best;
}

function placeLongestFirst(
  today: Placement,
  durationsMs: ReadonlyMap<string, number>,
  total: number,
): Placement {
  const loads = new Array<number>(total).fill(0);
  const longestFirst = [...today.keys()].sort(
    (a, b) => durationOf(durationsMs, b) - durationOf(durationsMs, a) || (a < b ? -1 : 1),
  );
  const placed = new Map<string, number>();
  for (const name of longestFirst) {
    const shard = loads.indexOf(Math.min(...loads));
    placed.set(name, shard);
    loads[shard] = (loads[shard] ?? 0) + durationOf(durationsMs, name);
  }
  return placed;
}

/** Numbers shards so that many tests stay where they are: the largest overlap of an old and a new one first. */
function keepNumbers(today: Placement, anew: Placement, total: number): Placement {
  const overlaps = new Map<string, { from: number; to: number; tests: number }>();
  for (const [name, from] of anew) {
    const to = today.get(name) ?? from;
    const overlap = overlaps.get(`${from} ${to}`) ?? { from, to, tests: 0 };
    overlaps.set(`${from} ${to}`, overlap);
    overlap.tests += 1;
  }
  const numbers = new Map<number, number>();
  const free = new Set(Array.from({ length: total }, (_, index) => index));
  const largestFirst = [...overlaps.values()].sort(
    (a, b) => b.tests - a.tests || a.from - b.from || a.to - b.to,
  );
  for (const { from, to } of largestFirst) {
    if (!numbers.has(from) && free.delete(to)) numbers.set(from, to);
  }
  for (const from of new Set(anew.values())) {
    if (numbers.has(from)) continue;
    const [to = from] = free;
    free.delete(to);
    numbers.set(from, to);
  }
  return new Map([...anew].map(([name, from]) => [name, numbers.get(from) ?? from]));
}

/** One test at a time from the longest shard to the shortest, until the longest is no longer than the goal. */
function moveFew(
  today: Placement,
  durationsMs: ReadonlyMap<string, number>,
  total: number,
  goalMs: number,
): Placement {
  const placed = new Map(today);
  // Every move makes the longest shard shorter, so it ends; the bound is for equal ones that take turns.
  for (let moves = 0; moves < today.size; moves += 1) {
    const { loadsMs, longestMs } = measureBalance(placed, durationsMs, total);
    if (longestMs <= goalMs) break;
    const from = loadsMs.indexOf(longestMs);
    const shortestMs = Math.min(...loadsMs);
    const best = findMove(placed, durationsMs, from, longestMs - shortestMs);
    if (best === undefined) break;
    placed.set(best, loadsMs.indexOf(shortestMs));
  }
  return placed;
}

/**
 * The test whose move leaves the longer of the two shards as short as possible, of several the shortest;
 * none when no move helps.
 */
function findMove(
  placed: Placement,
  durationsMs: ReadonlyMap<string, number>,
  from: number,
  differenceMs: number,
): string | undefined {
  const own = [...placed].filter(([, shard]) => shard === from).map(([name]) => name);
  own.sort((a, b) => durationOf(durationsMs, a) - durationOf(durationsMs, b));
  let best: string | undefined;
  let nearestMs = differenceMs / 2;
  for (const name of own) {
    const distanceMs = Math.abs(durationOf(durationsMs, name) - differenceMs / 2);
    // Sums of milliseconds differ in their last digits; that makes no move better.
    if (distanceMs >= nearestMs * (1 - 1e-9)) continue;
    nearestMs = distanceMs;
    best = name;
  }
  return best;
}

function durationOf(durationsMs: ReadonlyMap<string, number>, name: string): number {
  return durationsMs.get(name) ?? 0;
}
