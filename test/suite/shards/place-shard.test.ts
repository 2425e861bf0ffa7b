import { describe, expect, test } from 'vitest';
import type { Suite } from '../../../src/contract/suite.ts';
import { platformOfShard } from '../../../src/contract/platforms.ts';
import { assignShards } from '../../../src/suite/shards/assign-shards.ts';
import { placeShard } from '../../../src/suite/shards/place-shard.ts';
import { planShard } from '../../../src/suite/shards/plan-shard.ts';
import { describeSuiteChanges } from '../../../src/suite/list-suite-changes.ts';
import { parseSuite } from '../../../src/suite/parse-suite.ts';
import { catchUserError } from '../../contract/catch-user-error.ts';
import { makeTest } from './random-suite.ts';

const platforms = ['linux-x64', 'darwin-arm64', 'win32-x64'];
const shards = { total: 6, platforms, pins: new Map([['a', 1]]) };

describe('a machine', () => {
  test.each([
    ['linux-x64', 0, 0],
    ['win32-x64', 0, 2],
    ['darwin-arm64', 1, 4],
  ])(
    'of %s with place %d among the jobs of its platform has shard %d of all',
    (here, index, all) => {
      expect(placeShard({ index, total: 2 }, shards, here)).toEqual({ index: all, total: 6 });
      expect(platformOfShard(platforms, all)).toBe(here);
    },
  );

  test('may know its place among all, if that is one of its platform', () => {
    expect(placeShard({ index: 4, total: 6 }, shards, 'darwin-arm64').index).toBe(4);
    expect(() => placeShard({ index: 3, total: 6 }, shards, 'darwin-arm64')).toThrow(
      'shard 4 of 6 on darwin-arm64',
    );
  });

  test('of no platform of the suite is refused before it measures', () => {
    expect(() => placeShard({ index: 0, total: 2 }, shards, 'linux-arm64')).toThrow(
      'this machine is linux-arm64, and the suite is measured on linux-x64, darwin-arm64, win32-x64',
    );
  });

  test('with another split than the suite is refused', () => {
    expect(() => placeShard({ index: 0, total: 1 }, shards, 'linux-x64')).toThrow(
      'split into shards.total: 2 on each platform',
    );
  });

  test('that only reports may be any', () => {
    expect(placeShard({ index: 0, total: 1 }, shards, undefined).total).toBe(6);
  });

  test('keeps its shard where the suite names no platforms', () => {
    expect(placeShard({ index: 1, total: 2 }, { pins: new Map() }, 'linux-x64').index).toBe(1);
  });
});

describe('the plan of several platforms', () => {
  const tests = ['a', 'b', 'c', 'd'].map(makeTest);

  test('has every test once on each platform, and the same split there', () => {
    const plan = assignShards(tests, 6, shards);
    for (const { name } of tests) {
      const own = plan.tests.filter(({ test: one }) => one.name === name);
      expect(own.map(({ shard }) => platformOfShard(platforms, shard))).toEqual(platforms);
      expect(new Set(own.map(({ shard }) => Math.floor(shard / 3))).size).toBe(1);
    }
    expect(plan.tests.find(({ test: one }) => one.name === 'a')?.shard).toBe(3);
  });

  test('is another one as soon as the platforms are others', () => {
    const digest = (own: string[]): string =>
      planShard(tests, { ...shards, platforms: own }, { index: 0, total: 6 }).planDigest;
    expect(digest(platforms.toReversed())).not.toBe(digest(platforms));
  });

  test('cannot have a number of shards that they do not share evenly', () => {
    expect(() => assignShards(tests, 4, shards)).toThrow('4 shards for 3 platforms');
  });
});

test('a change that takes a platform out of the list is told', () => {
  const write = (list: string): Suite =>
    parseSuite(
      `version: 1\nsuite: s\nshards: { platforms: ${list} }\ntests: [{ name: t, command: [x] }]\n`,
      'perigee.yml',
    );
  const [before, after] = [
    write('[linux-x64, darwin-arm64, win32-x64]'),
    write('[linux-x64, win32-x64]'),
  ];
  expect(describeSuiteChanges(before, after, 'perigee.yml')).toEqual([
    {
      code: 'tests-taken-out',
      message: 'perigee.yml of this change no longer has every test measured on macos-arm64',
    },
  ]);
  expect(describeSuiteChanges(after, before, 'perigee.yml')).toEqual([]);
});

test.each([
  ['[linux-x64, windows-x64]', '"windows-x64" is the platform of no machine', 'write "win32-x64"'],
  [
    '[linux-x64, macos-arm64]',
    '"macos-arm64" is the platform of no machine',
    'write "darwin-arm64"',
  ],
  ['[linux-x64, linux-x64]', '"linux-x64" a second time', 'remove one of the two'],
])('of the platforms %s one is refused, with what to write', (list, seen, remedy) => {
  const text = `version: 1\nsuite: s\nshards: { platforms: ${list} }\ntests: [{ name: t, command: [x] }]\n`;
  const { facts } = catchUserError(() => parseSuite(text, 'perigee.yml'));
  expect(JSON.stringify(facts)).toContain(JSON.stringify(seen).slice(1, -1));
  expect(JSON.stringify(facts)).toContain(JSON.stringify(remedy).slice(1, -1));
});
