import { expect, test } from 'vitest';
import type { SuiteTest } from '../../src/contract/suite.ts';
import { planDigest as digestPlan } from '../../src/suite/plan-digest.ts';
import { assignShards } from '../../src/suite/shards/assign-shards.ts';
import { exampleSuite } from './example-suite.ts';

const { tests } = exampleSuite;
const planDigest = (of: readonly SuiteTest[], total: number): string =>
  digestPlan(assignShards(of, total, new Map()));
const digest = planDigest(tests, 2);
const first = tests[0] as SuiteTest;

test('the same plan has the same digest, whatever the order of variables and tags', () => {
  const reordered: SuiteTest = {
    when: first.when,
    tags: first.tags.toReversed(),
    timeoutMs: first.timeoutMs,
    environment: Object.fromEntries(Object.entries(first.environment).reverse()),
    directory: first.directory,
    command: first.command,
    name: first.name,
  };
  expect(planDigest([reordered, ...tests.slice(1)], 2)).toBe(digest);
  expect(digest).toMatch(/^[0-9a-f]{64}$/);
});

test.each<[string, readonly SuiteTest[], number]>([
  ['another number of shards', tests, 3],
  ['another order of the tests', tests.toReversed(), 2],
  ['one test less', tests.slice(1), 2],
  ['another argument', [{ ...first, command: ['node'] }, ...tests.slice(1)], 2],
  ['another variable', [{ ...first, environment: {} }, ...tests.slice(1)], 2],
  ['another timeout', [{ ...first, timeoutMs: 1 }, ...tests.slice(1)], 2],
])('%s changes the digest', (_, changed, shards) => {
  expect(planDigest(changed, shards)).not.toBe(digest);
});
