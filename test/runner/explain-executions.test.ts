import { expect, test } from 'vitest';
import type { Problem, Profile, Side } from '../../src/contract/documents.ts';
import { isGap, testStopped } from '../../src/contract/gaps.ts';
import { explainExecutions } from '../../src/runner/explain-executions.ts';
import { makeProfile } from '../aggregate/make-record.ts';

const ms = 1e6;
const stopped: Problem[] = [{ code: testStopped, message: 'a signal stopped its process' }];

function explain(
  firsts: Partial<Record<Side, number>>,
  later: Record<Side, number>,
  problems: Partial<Record<Side, Problem[]>> = {},
  { stops = 5, next }: { stops?: number; next?: Record<Side, number | undefined> } = {},
): Problem[] {
  const profiles = [0, 1, 2, 3, 4].flatMap((repeat): Profile[] =>
    (['before', 'after'] as const).map((side) =>
      makeProfile(side, repeat, later[side] * ms, {
        problems: repeat < stops ? (problems[side] ?? []) : [],
      }),
    ),
  );
  const inNs = Object.fromEntries(
    (Object.entries(firsts) as [Side, number][]).map(([side, n]) => {
      const again = next?.[side];
      const nextNs = again === undefined ? {} : { nextNs: again * ms };
      return [side, { durationNs: n * ms, isObserved: next !== undefined, ...nextNs }];
    }),
  );
  return explainExecutions({
    firsts: new Map([['upload', inNs]]),
    measured: new Map([['upload', profiles]]),
  });
}

test('a test that is far slower the first time after the change is named', () => {
  const problems = explain({ before: 310, after: 900 }, { before: 300, after: 60 });
  expect(problems).toMatchObject([{ code: 'first-execution-slower', side: 'after' }]);
});

test.each<[string, Record<Side, number>, Record<Side, number>]>([
  ['on both sides', { before: 900, after: 950 }, { before: 300, after: 300 }],
  ['before alone', { before: 900, after: 300 }, { before: 300, after: 300 }],
  ['by little time', { before: 20, after: 150 }, { before: 20, after: 20 }],
])('a first execution that is slower %s is usual', (_how, firsts, later) => {
  expect(explain(firsts, later)).toEqual([]);
});

test('a test that was stopped on one side makes the run incomplete', () => {
  const problems = explain({}, { before: 300, after: 300 }, { before: stopped });
  expect(problems).toMatchObject([{ code: 'side-stopped', side: 'before' }]);
  expect(problems.every(isGap)).toBe(true);
});

test('a test that stops its own processes does so on both sides', () => {
  const both = { before: stopped, after: stopped };
  expect(explain({}, { before: 300, after: 300 }, both)).toEqual([]);
});

test('short stops that were seen by chance on one side alone are no gap', () => {
  const problems = { before: stopped };
  expect(explain({}, { before: 300, after: 300 }, problems, { stops: 2 })).toEqual([]);
});

test.each([
  ['either side twice', { before: 900, after: 900 }, 0],
  ['the base twice', { before: 900, after: undefined }, 0],
  ['either side once', { before: undefined, after: undefined }, 1],
])('an observed first execution is slower as others that are: %s', (_how, next, told) => {
  const [firsts, later] = [
    { before: 310, after: 900 },
    { before: 300, after: 300 },
  ];
  expect(explain(firsts, later, {}, { next })).toHaveLength(told);
});
