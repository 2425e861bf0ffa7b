import { expect, test } from 'vitest';
import type { ThresholdRule } from '../../src/contract/suite.ts';
import { describeRule, listTestsOfRule } from '../../src/suite/describe-rule.ts';
import { exampleSuite } from './example-suite.ts';

test('rules read as sentences', () => {
  expect(exampleSuite.thresholds.map(describeRule)).toEqual([
    'metric "latency": more than 5% worse blocks',
    'test "upload*", metric "latency": more than 3% and 2 ms worse blocks after 2026-12-31',
  ]);
});

test('annotations are part of the sentence, and a rule without a match says so', () => {
  const rule: ThresholdRule = { where: 'built-in', match: {}, relative: 0.1, action: 'warn' };
  expect(describeRule(rule)).toBe('every series: more than 10% worse warns');
  expect(describeRule({ ...rule, match: { annotations: { files: 10_000 } } })).toBe(
    'files = "10000": more than 10% worse warns',
  );
});

test('the tests that a rule can decide are known without a run', () => {
  const names = exampleSuite.thresholds.map((rule) => listTestsOfRule(exampleSuite, rule).length);
  expect(names).toEqual([3, 1]);
});
