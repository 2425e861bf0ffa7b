import { expect, test } from 'vitest';
import type { Random } from '../../../src/stats/random.ts';
import { assignShards } from '../../../src/suite/shards/assign-shards.ts';
import {
  measureBalance,
  placementOf,
  type Placement,
  rebalance,
} from '../../../src/suite/shards/rebalance.ts';
import { drawNames, forEachSeed, makeTest } from './random-suite.ts';

const below = (random: Random, most: number): number => Math.floor(random() * most);

function drawSuite(random: Random) {
  const total = 2 + below(random, 12);
  const names = drawNames(random, total + below(random, 100));
  const today = placementOf(assignShards(names.map(makeTest), total, { pins: new Map() }));
  // Few long tests and many short ones, as in most suites.
  const durations = new Map(names.map((name) => [name, Math.exp(6 * random())]));
  return { total, names, today, durations };
}

const countMoved = (from: Placement, to: Placement): number =>
  [...from].filter(([name, shard]) => to.get(name) !== shard).length;

test('no test is lost, and the longest shard is near the best there can be', () => {
  forEachSeed((random) => {
    const { total, names, today, durations } = drawSuite(random);
    const placed = rebalance(today, durations, total);
    expect([...placed.keys()].toSorted()).toEqual(names.toSorted());
    const { longestMs, loadsMs } = measureBalance(placed, durations, total);
    const sum = loadsMs.reduce((a, b) => a + b, 0);
    const least = Math.max(sum / total, ...durations.values());
    // Longest first is at most 4/3 of the best; today's placement may stand up to 10% above it.
    expect(longestMs).toBeLessThanOrEqual(((4 / 3) * least) / 0.9 / 0.9);
  });
});

test('tests move only for a longest shard that is more than 10% shorter', () => {
  let kept = 0;
  forEachSeed((random) => {
    const { total, today, durations } = drawSuite(random);
    const placed = rebalance(today, durations, total);
    const [before, after] = [today, placed].map(
      (one) => measureBalance(one, durations, total).longestMs,
    );
    if (countMoved(today, placed) === 0) kept += 1;
    else expect(after).toBeLessThan((before ?? 0) * 0.9);
  });
  expect(kept).toBeGreaterThan(0);
});

test('what is balanced stays: a second time nothing moves', () => {
  forEachSeed((random) => {
    const { total, today, durations } = drawSuite(random);
    const once = rebalance(today, durations, total);
    expect(countMoved(once, rebalance(once, durations, total))).toBe(0);
  });
});

test('one test too many on a shard is one move', () => {
  const today = new Map([
    ['a', 0],
    ['b', 0],
    ['c', 1],
    ['d', 2],
    ['e', 2],
  ]);
  const durations = new Map([
    ['a', 50],
    ['b', 50],
    ['c', 5],
    ['d', 30],
    ['e', 20],
  ]);
  const placed = rebalance(today, durations, 3);
  expect(countMoved(today, placed)).toBe(1);
  expect(measureBalance(placed, durations, 3).loadsMs.toSorted()).toEqual([50, 50, 55]);
});

test('a measured imbalance is the longest shard against the mean', () => {
  const balance = measureBalance(
    new Map([
      ['a', 0],
      ['b', 1],
    ]),
    new Map([
      ['a', 30],
      ['b', 10],
    ]),
    2,
  );
  expect(balance).toEqual({ loadsMs: [30, 10], longestMs: 30, imbalance: 0.5 });
});
