import { expect, test } from 'vitest';
import { planDigest } from '../../../src/suite/plan-digest.ts';
import { assignShards, listTestsOfShard } from '../../../src/suite/shards/assign-shards.ts';
import { shardOf } from '../../../src/suite/shards/shard-of.ts';
import type { Random } from '../../../src/stats/random.ts';
import { catchUserError } from '../../contract/catch-user-error.ts';
import { drawNames, forEachSeed, makeTest } from './random-suite.ts';

const none = new Map<string, number>();
const below = (random: Random, most: number): number => Math.floor(random() * most);

/** Name → shard. */
function place(names: readonly string[], total: number, pins = none): Map<string, number> {
  const { tests } = assignShards(names.map(makeTest), total, { pins });
  return new Map(tests.map(({ test: { name }, shard }) => [name, shard]));
}

function drawPins(random: Random, names: readonly string[], total: number): Map<string, number> {
  const pinned = names.filter(() => random() < 0.2);
  return new Map(pinned.map((name) => [name, below(random, total)]));
}

/** The names whose shard differs between two placements that both have them. */
function listMoved(from: ReadonlyMap<string, number>, to: ReadonlyMap<string, number>): string[] {
  return [...from].flatMap(([name, shard]) => {
    const now = to.get(name);
    return now === undefined || now === shard ? [] : [name];
  });
}

// From a program in another language: sha256 over `<index>/<name>`, the highest first six bytes win.
const recorded4 = [0, 3, 1, 0, 3];
const recorded256 = [205, 6, 7, 156, 116];

test('the placement is what it always was: other versions and machines must agree on it', () => {
  const names = ['upload 10,000 files', 'download', 'größe', '往復', '__proto__'];
  expect(names.map((name) => shardOf(name, 4))).toEqual(recorded4);
  expect(names.map((name) => shardOf(name, 256))).toEqual(recorded256);
});

test('every test is on exactly one shard, whose tests are in the order of the file', () => {
  forEachSeed((random) => {
    const names = drawNames(random, 1 + below(random, 80));
    const total = 1 + below(random, 256);
    const pins = drawPins(random, names, total);
    const plan = assignShards(names.map(makeTest), total, { pins });
    const shards = Array.from({ length: total }, (_, index) =>
      listTestsOfShard(plan, index).map(({ name }) => name),
    );
    expect(shards.flat().toSorted()).toEqual(names.toSorted());
    for (const shard of shards) expect(shard).toEqual(names.filter((name) => shard.includes(name)));
  });
});

test('the same suite is placed the same way on every call, whatever the order of its tests', () => {
  forEachSeed((random) => {
    const names = drawNames(random, 40);
    const pins = drawPins(random, names, 7);
    const shuffled = names.toSorted((a, b) => shardOf(a, 97) - shardOf(b, 97) || (a < b ? -1 : 1));
    expect(listMoved(place(names, 7, pins), place(shuffled, 7, new Map(pins)))).toEqual([]);
  });
});

test('adding, removing or renaming a test moves no other', () => {
  forEachSeed((random) => {
    const names = drawNames(random, 30);
    const total = 1 + below(random, 20);
    const pins = drawPins(random, names, total);
    const before = place(names, total, pins);
    const at = below(random, names.length);
    const added = [...names.slice(0, at), 'one more', ...names.slice(at)];
    const removed = names.filter((_, index) => index !== at);
    const renamed = names.with(at, 'another name');
    for (const changed of [added, removed, renamed]) {
      expect(listMoved(before, place(changed, total, pins))).toEqual([]);
    }
  });
});

test('more shards move tests to the new ones alone, fewer move only those of the ones that go', () => {
  forEachSeed((random) => {
    const names = drawNames(random, 100);
    const fewer = 1 + below(random, 30);
    const more = fewer + 1 + below(random, 30);
    const few = place(names, fewer);
    const many = place(names, more);
    for (const name of listMoved(few, many)) expect(many.get(name)).toBeGreaterThanOrEqual(fewer);
    for (const [name, shard] of many) if (shard < fewer) expect(few.get(name)).toBe(shard);
  });
});

test('a pin wins, and holds whatever else changes', () => {
  forEachSeed((random) => {
    const names = drawNames(random, 30);
    const pins = drawPins(random, names, 5);
    for (const total of [5, 6, 256]) {
      const placed = place(names, total, pins);
      for (const [name, shard] of pins) expect(placed.get(name)).toBe(shard);
    }
  });
});

test('names alone spread tests over the shards: of 10,000 none has 15% more or less than its part', () => {
  const names = Array.from({ length: 10_000 }, (_, index) => `test ${index}`);
  const sizes = Map.groupBy(place(names, 8).values(), (shard) => shard);
  expect(sizes.size).toBe(8);
  for (const { length } of sizes.values()) expect(Math.abs(length / 1250 - 1)).toBeLessThan(0.15);
});

test('a pin beyond the shards that were asked for is refused, with the test', () => {
  const error = catchUserError(() => place(['upload'], 4, new Map([['upload', 5]])));
  expect(error.message).toContain('"upload" is pinned to shard 6, and there are 4');
});

test('a pin that moves a test is another plan', () => {
  const tests = ['a', 'b', 'c'].map(makeTest);
  const plain = assignShards(tests, 2, { pins: none });
  const moved = new Map([['b', 1 - shardOf('b', 2)]]);
  const unmoved = new Map([['b', shardOf('b', 2)]]);
  expect(planDigest(assignShards(tests, 2, { pins: moved }))).not.toBe(planDigest(plain));
  expect(planDigest(assignShards(tests, 2, { pins: unmoved }))).toBe(planDigest(plain));
});
