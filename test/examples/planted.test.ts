import { expect, test } from 'vitest';
import { compareVerdict } from '../../scripts/regressions/compare-verdict.ts';
import { listFaults, renderTable } from '../../scripts/regressions/render-table.ts';
import type { Result } from '../../scripts/regressions/results.ts';
import type { Scenario } from '../../scripts/regressions/scenarios.ts';
import type { Verdict } from '../../src/contract/documents.ts';

const scenario: Scenario = {
  name: 'slow',
  title: 'Slow',
  story: 'It is slow.',
  regresses: [{ test: 'upload', span: 'send', metrics: ['latency', 'cpu.total'] }],
  failing: [],
  improves: [],
};
const unchanged: Scenario = { ...scenario, name: 'unchanged', regresses: [] };

type State = Verdict['series'][number]['state'];

function makeVerdict(states: Record<string, State>): Verdict {
  const samples = { values: [1, 1, 1, 1, 1], rejected: [] };
  return {
    schema: 'perigee/verdict',
    version: 1,
    build: {
      id: 'build',
      suite: 'sync',
      before: { commit: '0'.repeat(40), label: 'main' },
      after: { commit: '1'.repeat(40), label: 'working tree' },
      startedAt: '2026-01-01T00:00:00Z',
    },
    conclusion: 'passed',
    headline: '',
    counts: {
      regressed: 0,
      improved: 0,
      'not-regressed': 0,
      undecided: 0,
      'no-baseline': 0,
      blocking: 0,
    },
    budget: { q: 0.01, look: 1, looks: 2, tested: 1 },
    metrics: [],
    spans: [],
    tests: [],
    problems: [],
    series: Object.entries(states).map(([metric, state]) => ({
      test: 'upload',
      span: 'send',
      annotations: {},
      platform: 'linux-x64',
      metric,
      state,
      blocking: state === 'regressed',
      reason: '',
      threshold: { rule: 'built-in', action: 'block' },
      evidence: { method: 'shrunk-t', change: 0.5 },
      before: samples,
      after: samples,
    })),
  };
}

test('an expected metric is found when it is red, and missing when it is not or is not there', () => {
  const red = compareVerdict(scenario, makeVerdict({ latency: 'regressed' }));
  expect(red).toMatchObject({ found: ['send: latency'], missing: ['send: cpu.total'], pairs: 5 });
  const undecided = compareVerdict(scenario, makeVerdict({ latency: 'undecided' }));
  expect(undecided.found).toEqual([]);
});

test('a red that nothing led to expect fails an unchanged build and no planted regression', () => {
  const verdict = makeVerdict({
    latency: 'regressed',
    'cpu.total': 'regressed',
    'memory.peak': 'regressed',
  });
  const results: Result[] = [scenario, unchanged].map((one) => ({
    scenario: one.name,
    round: 1,
    seconds: 60,
    exitCode: 1,
    comparison: compareVerdict(one, verdict),
  }));
  expect(listFaults([scenario, unchanged], results)).toEqual([
    'unchanged, round 1: false red: upload / send: latency 50%',
    'unchanged, round 1: false red: upload / send: cpu.total 50%',
    'unchanged, round 1: false red: upload / send: memory.peak 50%',
  ]);
});

test('a test that fails after only is a red, whatever its series say', () => {
  const passing = { passed: 6, failed: 0, timedOut: 0, interrupted: 0 };
  const tests = [
    { name: 'upload', before: passing, after: { ...passing, passed: 0, timedOut: 6 } },
  ];
  const verdict = { ...makeVerdict({ latency: 'not-regressed' }), tests };
  expect(compareVerdict(unchanged, verdict).otherReds).toEqual(['upload']);
  expect(compareVerdict({ ...unchanged, failing: ['upload'] }, verdict)).toMatchObject({
    found: ['upload'],
    otherReds: [],
  });
});

test('a round that could not be measured is a fault, and its scenario keeps its row', () => {
  const results: Result[] = [{ scenario: 'unchanged', round: 1, broken: 'no space left' }];
  expect(listFaults([unchanged], results)).toEqual([
    'unchanged, round 1: could not be measured: no space left',
  ]);
  expect(renderTable([unchanged], results).split('\n')).toHaveLength(3);
});
