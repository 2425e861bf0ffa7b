import { expect, test } from 'vitest';
import { nameTests, planBuild } from '../../../bot/src/change/plan-build.ts';
import { parseSuite } from '../../../src/suite/parse-suite.ts';
import { makeAttempt } from '../../gate/make-facts.ts';

const suite = parseSuite(
  `version: 1
suite: sync
shards: { platforms: [linux-x64, darwin-arm64] }
tests:
  - { name: upload, command: [./upload] }
  - { name: download, command: [./download] }
`,
  'perigee.yml',
);

test('of several platforms each has a shard with every test, by its label', () => {
  const plan = planBuild(suite, suite.shards.total ?? 1);
  if (typeof plan === 'string') throw new Error(plan);
  expect(plan.total).toBe(2);
  expect(Object.fromEntries(plan.shardOf)).toEqual({
    'upload (linux-x64)': 0,
    'upload (macos-arm64)': 1,
    'download (linux-x64)': 0,
    'download (macos-arm64)': 1,
  });
  expect(plan.testsOf(1)).toEqual(['upload', 'download']);
  expect(plan.nameOf('upload (macos-arm64)')).toBe('upload');
});

test('an attempt that measured one platform again measured no test of another', () => {
  const shards = { total: 2, received: [0, 1], missing: [] };
  const [attempt] = nameTests([makeAttempt(2, [], { anew: [1], shards })], suite);
  expect(attempt?.tests).toEqual(new Set(['upload (macos-arm64)', 'download (macos-arm64)']));
});

test('a number of shards that the platforms cannot share is said to be wrong', () => {
  expect(planBuild(suite, 3)).toBe(
    'perigee.yml of the change cannot be run: 3 shards for 2 platforms',
  );
});
