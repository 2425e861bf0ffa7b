import { describe, expect, test } from 'vitest';
import type { Random } from '../../../src/stats/random.ts';
import { assignShards } from '../../../src/suite/shards/assign-shards.ts';
import { expectDurations } from '../../../src/suite/shards/expect-durations.ts';
import { checkShard, parseShard } from '../../../src/suite/shards/parse-shard.ts';
import {
  measureBalance,
  type Placement,
  placementOf,
  rebalance,
} from '../../../src/suite/shards/rebalance.ts';
import { makeProfile, makeRecord } from '../../aggregate/make-record.ts';
import { catchUserError } from '../../contract/catch-user-error.ts';
import { drawNames, forEachSeed, makeTest } from './random-suite.ts';

describe('expect durations', () => {
  const tests = ['a', 'b', 'c'].map(makeTest);
  const suite = { repeats: 5, warmup: 1 };
  const took = (test: string, ms: number, repeat = 0) =>
    makeProfile('before', repeat, ms * 1e6, { test });

  test('a test takes its median execution on both sides, in every pair and warm-up', () => {
    const records = [
      makeRecord([took('a', 10), took('a', 11, 1), took('a', 900, 2), took('b', 100)]),
      makeRecord([took('c', 1), took('c', 3)]),
    ];
    const { byTest, assumed } = expectDurations(tests, suite, records) ?? {};
    expect([...(byTest ?? [])]).toEqual([
      ['a', 11 * 12],
      ['b', 100 * 12],
      ['c', 2 * 12],
    ]);
    expect(assumed?.size).toBe(0);
  });

  test('for a test without a record the median of the others stands, and says so', () => {
    const ended = { ...took('c', 7), outcome: { status: 'interrupted' as const } };
    const records = [makeRecord([took('a', 10), took('b', 30), ended])];
    const { byTest, assumed } = expectDurations(tests, suite, records) ?? {};
    expect(byTest?.get('c')).toBe(20 * 12);
    expect(assumed).toEqual(new Set(['c']));
  });

  test('records of other tests say nothing', () => {
    expect(expectDurations(tests, suite, [makeRecord([took('x', 10)])])).toBeUndefined();
  });
});

describe('parse shard', () => {
  test('people count shards from 1', () => {
    expect(parseShard('2/4', '--shard')).toEqual({ index: 1, total: 4 });
    expect(parseShard('256/256', '--shard')).toEqual({ index: 255, total: 256 });
  });

  test.each([
    ['0/4', 'shard 0 of 4', 'from 1 to 4'],
    ['5/4', 'shard 5 of 4', 'from 1 to 4'],
    ['1/0', '0 shards', 'from 1 to 256'],
    ['1/257', '257 shards', 'from 1 to 256'],
    ['2', 'not a shard', '2/4'],
    ['2/4/1', 'not a shard', '2/4'],
    ['-1/4', 'not a shard', '2/4'],
    ['1.5/4', 'not a shard', '2/4'],
    ['٢/٤', 'not a shard', '2/4'],
    ['', 'not a shard', '2/4'],
    ['1/9999999', 'not a shard', '2/4'],
  ])('%s is refused: %s', (text, seen, expected) => {
    const { message } = catchUserError(() => parseShard(text, '--shard'));
    expect(message).toMatch(/^--shard: /);
    expect(message).toContain(seen);
    expect(message).toContain(expected);
  });

  test.each([Number.NaN, 1.5, 0])('a number %s from an input is refused', (number) => {
    expect(() => checkShard(number, 4, 'shard')).toThrow('from 1 to 4');
  });
});

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
