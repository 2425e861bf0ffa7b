import { describe, expect, test } from 'vitest';
import {
  listFacts,
  listMovements,
  placeProblem,
  splitProblem,
  formatHeadline,
  formatOutcome,
  formatVisibility,
} from '../../src/report/format-build.ts';
import { makeVerdict } from './fixtures/make-verdict.ts';

test('a headline does not repeat the word that stands before it', () => {
  const rest = { conclusion: 'undecided' as const };
  expect(formatHeadline(makeVerdict([], { ...rest, headline: 'Undecided: 2 of 3' }))).toBe(
    '2 of 3',
  );
  expect(formatHeadline(makeVerdict([], { ...rest, headline: '2 of 3' }))).toBe('2 of 3');
});

test('an uncommitted working tree and an interrupted run are named as such', () => {
  const verdict = makeVerdict([]);
  verdict.build.interrupted = true;
  const facts = new Map(listFacts(verdict).map(({ label, text }) => [label, text]));
  expect(facts.get('After')).toBe('working tree (9f8e7d6c5b9f, uncommitted changes)');
  expect(facts.get('Interrupted')).toBe('this is what was measured until then');
});

test.each([
  [{ total: 2, received: [0, 1], missing: [] }, '2 of 2 shards'],
  [{ total: 4, received: [0, 2], missing: [1, 3] }, '2 of 4 shards (1, 3)'],
])('a verdict of several shards says of which: %j', (shards, text) => {
  const facts = new Map(
    listFacts(makeVerdict([], { shards })).map((fact) => [fact.label, fact.text]),
  );
  expect(facts.get('Shards')).toBe(text);
  expect(listFacts(makeVerdict([])).some(({ label }) => label === 'Shards')).toBe(false);
});

test('a verdict from before there were hosts in it has none to name', () => {
  const { hosts, ...older } = makeVerdict([]);
  expect(hosts).toHaveLength(1);
  expect(listFacts(older).some(({ label }) => label === 'Host')).toBe(false);
});

test('only what moved is listed', () => {
  const movements = [
    { metric: 'latency', moved: 'up' as const, change: 0.2 },
    { metric: 'cpu.user', moved: 'steady' as const, change: 0.001 },
    { metric: 'queue.depth', moved: 'down' as const },
  ];
  expect(listMovements(movements)).toEqual(['latency +20.0%', 'queue.depth down']);
});

describe('what could have been seen', () => {
  test.each([
    [1, 'latency: 3.1% or more, where 3% is allowed'],
    [12, 'latency: 3.1% or more (median of 12 series), 7.9% at the worst, where 3% is allowed'],
  ])('in %i series', (series, text) => {
    const visible = {
      metric: 'latency',
      series,
      median: 0.031,
      worst: 0.079,
      blind: 0,
      limits: [0.03],
    };
    expect(formatVisibility(visible)).toBe(text);
  });
});

test('how a test ended is told of both sides', () => {
  const none = { passed: 5, failed: 0, timedOut: 0, interrupted: 0 };
  const after = { passed: 1, failed: 3, timedOut: 1, interrupted: 1 };
  expect(formatOutcome({ name: 'x', before: none, after })).toBe(
    'after: 3 failed, 1 timed out of 6; before: none failed of 5',
  );
});

test('what a problem quotes is told apart from its sentence', () => {
  const split = (message: string) => splitProblem({ code: 'x', message });
  expect(split('it failed; it said\n  no\nlog: a/b')).toEqual({
    sentence: 'it failed; it said',
    quoted: ['  no', 'log: a/b'],
  });
  expect(split('it failed')).toEqual({ sentence: 'it failed', quoted: [] });
});

test('a problem is placed by what is known of it, repeats counted from one', () => {
  const problem = { code: 'x', message: 'y' };
  expect(placeProblem(problem)).toBe('');
  expect(placeProblem({ ...problem, test: 't', span: 's', side: 'after', repeat: 0 })).toBe(
    't › s, after, repeat 1',
  );
});
