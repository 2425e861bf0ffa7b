import { expect, test } from 'vitest';
import {
  countByRule,
  listIdleRules,
  renderRules,
  renderRule,
  renderRulesOfSeries,
} from '../../src/cli/explain-rules.ts';
import type { SeriesSamples } from '../../src/contract/documents.ts';
import type { ThresholdRule } from '../../src/contract/suite.ts';
import { explainThreshold } from '../../src/verdict/thresholds/explain-threshold.ts';

const series: SeriesSamples = {
  test: 'upload',
  span: 'send',
  annotations: { files: 10_000 },
  platform: 'linux-x64',
  metric: 'latency',
  before: [],
  after: [],
};

function rule(line: number, changes: Partial<ThresholdRule> = {}): ThresholdRule {
  const where = `perigee.yml:${line}:5`;
  return { where, match: { metric: 'latency' }, relative: 0.05, action: 'block', ...changes };
}

function explain(one: SeriesSamples, ...rules: ThresholdRule[]): string[] {
  const context = { tagsOf: new Map<string, string[]>() };
  return renderRulesOfSeries(one, explainThreshold(one, rules, context, '2026-06-15')).split('\n');
}

test('a rule is told with its place, what it says and who owns it', () => {
  expect(renderRule(rule(31, { owner: '@storage' }))).toBe(
    'perigee.yml:31:5  metric "latency": more than 5% worse blocks (owner: @storage)',
  );
  expect(renderRule(rule(31))).not.toContain('owner');
});

test('a series is told with the rule that decides it, and below it those that it beats and why', () => {
  const [name, winner, ...losers] = explain(series, rule(31), rule(35, { match: { test: 'up*' } }));
  expect(name).toBe('upload › send [files=10000] › latency');
  expect(winner).toContain('perigee.yml:31:5');
  expect(losers[0]).toMatch(/^ {6}beats perigee\.yml:35:5 .*: the winner has fewer wildcards$/);
  expect(losers[1]).toMatch(/beats built-in .*: a rule of the suite wins over a built-in one$/);
});

test('of the rules that it beats at most three are told, and none that does not fit', () => {
  const others = [32, 33, 34, 35, 36].map((line) => rule(line, { match: { test: 'up*' } }));
  const lines = explain(series, rule(31), ...others, rule(40, { match: { span: 'receive' } }));
  expect(lines).toHaveLength(5);
  expect(lines.join('\n')).not.toContain('perigee.yml:40');
});

test('names and annotations that would move the cursor or end the line do not', () => {
  const hostile = {
    ...series,
    test: 'up\u202eload',
    annotations: { files: 'a\u001b[2J\nperigee.yml:1:1  all is well' },
  };
  const lines = explain(hostile, rule(31, { owner: 'me\u202e' }));
  expect(lines.join('\n')).not.toMatch(/[\u001b\u202e]/u);
  expect(lines[1]).toContain('perigee.yml:31:5');
});

test('series of built-in thresholds are one line for each metric, below those of the suite', () => {
  const context = { tagsOf: new Map<string, string[]>() };
  const all = ['syscalls', 'latency', 'cpu.user', 'syscalls'].map((metric) => ({
    ...series,
    metric,
  }));
  const told = renderRules(all, (one) => explainThreshold(one, [rule(31)], context, '2026-06-15'));
  expect(told.map((text) => text.split('\n')[0] ?? '')).toEqual([
    'upload › send [files=10000] › latency',
    expect.stringMatching(/^cpu\.user \(1 series\) {2}built-in {2}metric "cpu\.user"/),
    expect.stringMatching(/^syscalls \(2 series\) {2}built-in /),
  ]);
});

test('counted in short, each rule that decides has one line, and the built-in ones share one', () => {
  const context = { tagsOf: new Map<string, string[]>() };
  const metrics = ['syscalls', 'latency', 'cpu.user', 'syscalls'];
  const all = metrics.map((metric) => ({ ...series, metric }));
  const rules = [rule(30, { match: { metric: 'memory.peak' } }), rule(31)];
  const explainOne = (one: SeriesSamples) => explainThreshold(one, rules, context, '2026-06-15');
  expect(countByRule(all, explainOne, rules)).toEqual([
    'perigee.yml:31:5  metric "latency": more than 5% worse blocks: 1 series',
    'built-in  2 metrics: 3 series',
    'Each by itself, with the rules that it beats: --verbose',
  ]);
});

test('rules for another branch or platform are idle, and others are not', () => {
  const here = rule(31, { match: { branch: 'main', platform: 'linux-*' } });
  const everywhere = rule(32, { match: { test: 'no such test' } });
  const elsewhere = [
    rule(33, { match: { branch: 'release/*', metric: 'latency' } }),
    rule(34, { match: { branch: 'main', platform: 'darwin-*' } }),
  ];
  const rules = [here, everywhere, ...elsewhere];
  const context = { tagsOf: new Map<string, string[]>(), targetBranch: 'main' };
  expect(listIdleRules(rules, 'linux-x64', context)).toEqual(elsewhere);
  const nowhere = { tagsOf: context.tagsOf };
  expect(listIdleRules(rules, 'linux-x64', nowhere)).toEqual([here, ...elsewhere]);
});
