import { describe, expect, test } from 'vitest';
import type { Suite } from '../../src/contract/suite.ts';
import { takeTimeOfJob } from '../../src/suite/resolve-suite.ts';
import { parseSuite } from '../../src/suite/parse-suite.ts';
import { exampleSuite } from './example-suite.ts';

const least = 'version: 1\nsuite: s\ntests:\n  - name: t\n    command: [node]\n';
const parse = (more: string): Suite => parseSuite(least + more, 'perigee.yml');

test('what is not said has its default', () => {
  const suite = parse('');
  expect(suite).toMatchObject({
    name: 's',
    setup: [],
    setupTimeoutMs: 600_000,
    repeats: 5,
    maxRepeats: 100,
    timeNs: 120e9,
    isUsualTime: true,
    outliersPerFive: 1,
    warmup: 1,
    builds: 1,
    services: [],
    thresholds: [],
  });
  expect(suite.tests).toEqual([
    {
      name: 't',
      where: 'perigee.yml:4:5',
      command: ['node'],
      directory: '.',
      environment: {},
      timeoutMs: 300_000,
      tags: [],
      when: 'commit',
    },
  ]);
});

test.each([
  ['time: 10m', 100, 600e9],
  ['maxRepeats: 20', 20, undefined],
  ['maxRepeats: 20\ntime: 30s', 20, 30e9],
])('%s: at most %i pairs, in %s ns', (more, maxRepeats, timeNs) => {
  const suite = parse(`${more}\n`);
  expect([suite.maxRepeats, suite.timeNs, suite.isUsualTime]).toEqual([
    maxRepeats,
    timeNs,
    undefined,
  ]);
});

test('a job of a CI takes longer where the file does not say how long', () => {
  expect(takeTimeOfJob(parse('')).timeNs).toBe(300e9);
  expect(takeTimeOfJob(parse('time: 1m\n')).timeNs).toBe(60e9);
  expect(takeTimeOfJob(parse('maxRepeats: 20\n')).timeNs).toBeUndefined();
});

test('more repeats than the usual maximum raise the maximum', () => {
  expect(parse('repeats: 130\n').maxRepeats).toBe(130);
  expect(parse('repeats: 30\nmaxRepeats: 40\n').maxRepeats).toBe(40);
});

describe('the environment of a test', () => {
  test('holds what was written, not the number that YAML makes of it', () => {
    expect(exampleSuite.tests[0]?.environment).toEqual({ NODE_VERSION: '1.10', DEBUG: 'true' });
  });

  test('is laid over that of the suite', () => {
    expect(exampleSuite.tests[2]?.environment).toEqual({ NODE_VERSION: '1.10', DEBUG: 'no' });
  });
});

test.each([
  ['./packages/core/', 'packages/core'],
  ['a/../b', 'b'],
  ['.', '.'],
  ['a/..', '.'],
  ['..a', '..a'],
])('the directory %s is %s', (written, directory) => {
  expect(parse(`    directory: ${written}\n`).tests[0]?.directory).toBe(directory);
});

test('a service is named by pid, by the file of its pid, or by its cgroup', () => {
  const services = [
    { name: 'a', pid: 12 },
    { name: 'b', pidFile: 'b.pid' },
    { name: 'c', cgroup: '/sys/fs/cgroup/c' },
  ];
  expect(parse(`services: ${JSON.stringify(services)}\n`).services).toEqual(services);
});

test('a service with a command has half a minute to get ready, unless it is given more', () => {
  const command = ['node', 'server.mjs'];
  const ready = ['node', 'ask.mjs'];
  const services = [
    { name: 'a', command },
    { name: 'b', command, ready, readyTimeout: '2m' },
  ];
  expect(parse(`services: ${JSON.stringify(services)}\n`).services).toEqual([
    { name: 'a', command, readyTimeoutMs: 30_000 },
    { name: 'b', command, ready, readyTimeoutMs: 120_000 },
  ]);
});

test('a test can say that its code comes from elsewhere', () => {
  expect(parse('').tests[0]).not.toHaveProperty('code');
  expect(parse('    code: outside\n').tests[0]?.code).toBe('outside');
});

describe('thresholds', () => {
  const limitOf = (worse: string, metric = 'latency'): object => {
    const { relative, absolute } =
      parse(`thresholds: { defaults: { ${metric}: { worse: ${worse} } } }\n`).thresholds[0] ?? {};
    return { relative, absolute };
  };

  test.each<[string, string, object]>([
    ['5%', 'latency', { relative: 0.05 }],
    ['2 ms', 'latency', { absolute: { value: 2e6, unit: 'ns' } }],
    ['64kB', 'disk.write_bytes', { absolute: { value: 64_000, unit: 'bytes' } }],
    ['100', 'disk.writes', { absolute: { value: 100, unit: 'count' } }],
    ['"100"', 'disk.writes', { absolute: { value: 100, unit: 'count' } }],
    [
      '{ relative: 1.5%, absolute: 1MiB }',
      'memory.peak',
      { relative: 0.015, absolute: { value: 1_048_576, unit: 'bytes' } },
    ],
  ])('%s of %s', (worse, metric, limit) => {
    expect(limitOf(worse, metric)).toEqual(limit);
  });

  test('a default says that it is one, and blocks unless told otherwise', () => {
    expect(exampleSuite.thresholds[0]).toEqual({
      where: 'perigee.yml:22:5',
      match: { metric: 'latency' },
      isDefault: true,
      relative: 0.05,
      action: 'block',
    });
  });

  test('a rule keeps its mute and its owner', () => {
    expect(exampleSuite.thresholds[1]).toMatchObject({
      until: '2026-12-31',
      owner: 'storage team',
    });
  });
});

test('an empty text in quotes may have an anchor', () => {
  const suite = parseSuite(
    'version: 1\nsuite: s\nenvironment: { A: &none "", B: *none }\ntests:\n  - {name: a, command: [x]}\n',
    'perigee.yml',
  );
  expect(suite.tests[0]?.environment).toEqual({ A: '', B: '' });
});

test('an alias stands for what its anchor holds', () => {
  const suite = parseSuite(
    'version: 1\nsuite: s\ntests:\n  - {name: a, command: &c [node, x]}\n  - {name: b, command: *c}\n',
    'perigee.yml',
  );
  expect(suite.tests[1]?.command).toEqual(['node', 'x']);
});

test('a key named like a property of every object is an unknown key', () => {
  expect(() => parse('__proto__: { polluted: 1 }\nconstructor: 1\n')).toThrow(
    /"__proto__" is not a key[^]*"constructor" is not a key/,
  );
});
