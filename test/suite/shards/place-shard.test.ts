import { describe, expect, test } from 'vitest';
import type { Suite } from '../../../src/contract/suite.ts';
import { platformOfShard } from '../../../src/contract/platforms.ts';
import { assignShards } from '../../../src/suite/shards/assign-shards.ts';
import { placeShard } from '../../../src/suite/shards/place-shard.ts';
import { planShard } from '../../../src/suite/shards/plan-shard.ts';
import { describeSuiteChanges } from '../../../src/suite/list-suite-changes.ts';
import { parseSuite } from '../../../src/suite/parse-suite.ts';
import type { UserError } from '../../../src/contract/user-error.ts';
import { catchUserError } from '../../contract/catch-user-error.ts';
import { makeTest } from './random-suite.ts';

const platforms = ['linux-x64', 'darwin-arm64', 'darwin-x64'];
const shards = { total: 6, platforms, pins: new Map([['a', 1]]) };

describe('a machine', () => {
  test.each([
    ['linux-x64', 0, 0],
    ['darwin-x64', 0, 2],
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
      'shard 4 of 6 on macos-arm64',
    );
  });

  test('of no platform of the suite is refused before it measures', () => {
    expect(() => placeShard({ index: 0, total: 2 }, shards, 'linux-arm64')).toThrow(
      'this machine is linux-arm64, and the suite is measured on linux-x64, macos-arm64, macos-x64',
    );
  });

  test('with another split than the suite is refused', () => {
    expect(() => placeShard({ index: 0, total: 1 }, shards, 'linux-x64')).toThrow(
      'split into shards.total: 2 on each platform',
    );
    const one = { platforms, total: 3, pins: new Map() };
    expect(() => placeShard({ index: 1, total: 3 }, one, 'linux-x64')).toThrow('say --shard 1/1');
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
    write('[linux-x64, macos-arm64, linux-arm64]'),
    write('[linux-x64, linux-arm64]'),
  ];
  expect(describeSuiteChanges(before, after, 'perigee.yml')).toEqual([
    {
      code: 'tests-taken-out',
      message: 'perigee.yml of this change no longer has every test measured on macos-arm64',
    },
  ]);
  expect(describeSuiteChanges(after, before, 'perigee.yml')).toEqual([]);
});

test('a platform is listed as reports write it or as Node.js names it, which is the same', () => {
  const [first, second] = ['macos-arm64', 'darwin-arm64'].map(
    (name) =>
      parseSuite(
        `version: 1\nsuite: s\nshards: { platforms: [linux-x64, ${name}] }\ntests: [{ name: t, command: [x] }]\n`,
        'perigee.yml',
      ).shards.platforms,
  );
  expect(first).toEqual(['linux-x64', 'darwin-arm64']);
  expect(second).toEqual(first);
  expect(refusePlatforms('[macos-x64, darwin-x64]').facts.seen).toBe('"darwin-x64" a second time');
});

const isWindows = 'is Windows, where Perigee runs no tests';
const isNone = 'is no platform that Perigee measures on';

test.each([
  ['win32-x64', `"win32-x64" ${isWindows}`, 'take it out; a job in WSL 2 is linux-x64'],
  ['windows-x64', `"windows-x64" ${isWindows}`, 'take it out; a job in WSL 2 is linux-x64'],
  ['mac-arm64', `"mac-arm64" ${isNone}`, 'write "macos-arm64"'],
  ['darwin', `"darwin" ${isNone}`, 'write "macos-arm64" or "macos-x64"'],
  ['linux', `"linux" ${isNone}`, 'write "linux-x64" or "linux-arm64"'],
  ['amd64', `"amd64" ${isNone}`, 'write "linux-x64" or "macos-x64"'],
  ['darwin-arm46', `"darwin-arm46" ${isNone}`, 'did you mean "macos-arm64"?'],
  ['linux-x64', '"linux-x64" a second time', 'remove one of the two'],
])('the platform %s beside linux-x64 is refused where it stands', (name, seen, remedy) => {
  const { facts } = refusePlatforms(`[linux-x64, ${name}]`);
  expect(facts).toMatchObject({ where: 'perigee.yml:3:34', seen, remedy });
});

test('a platform that is like none of those that measure is told which ones do', () => {
  const { facts } = refusePlatforms('[plan9-mips, linux-x64]');
  expect(facts).toMatchObject({ where: 'perigee.yml:3:23', seen: `"plan9-mips" ${isNone}` });
  expect(facts.expected).toMatch(/^linux-x64, linux-arm64, .* or macos-x64$/);
  expect(facts.remedy).toBeUndefined();
});

test('one platform alone needs no list', () => {
  expect(refusePlatforms('[linux-x64]').facts).toMatchObject({
    where: 'perigee.yml:3:22',
    seen: 'a list of one',
    remedy: 'take it out: one platform needs no list',
  });
});

function refusePlatforms(list: string): UserError {
  const text = `version: 1\nsuite: s\nshards: { platforms: ${list} }\ntests: [{ name: t, command: [x] }]\n`;
  return catchUserError(() => parseSuite(text, 'perigee.yml'));
}

test('a rule for a platform is the same in both spellings, so that a second one is refused', () => {
  const rules = ['windows-x64', 'win32-x64'].map(
    (name) => `{ match: { platform: ${name} }, worse: 5% }`,
  );
  const text = `version: 1\nsuite: s\ntests: [{ name: t, command: [x] }]\nthresholds: { rules: [${rules.join(', ')}] }\n`;
  const { message } = catchUserError(() => parseSuite(text, 'perigee.yml'));
  expect(message).toContain('a second rule that matches exactly the same');
});
