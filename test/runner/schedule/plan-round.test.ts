import { expect, test } from 'vitest';
import type { SuiteTest } from '../../../src/contract/suite.ts';
import { planRound } from '../../../src/runner/schedule/plan-round.ts';

function makeTest(name: string): SuiteTest {
  const rest = {
    directory: '.',
    environment: {},
    timeoutMs: 1000,
    tags: [],
    when: 'commit',
  } as const;
  return { name, command: ['true'], ...rest };
}

test.each([
  { repeats: 5, maxRepeats: 20, ends: [5, 10, 15, 20] },
  { repeats: 5, maxRepeats: 12, ends: [5, 10, 12] },
  { repeats: 3, maxRepeats: 3, ends: [3] },
  { repeats: 7, maxRepeats: 10, ends: [7, 10] },
])('$repeats pairs, at most $maxRepeats: rounds end at $ends', ({ ends, ...plan }) => {
  const planned = new Map<string, number>();
  const seen: number[] = [];
  for (;;) {
    const [round] = planRound([makeTest('a')], planned, plan);
    if (round === undefined) break;
    expect(round.from).toBe(seen.at(-1) ?? 0);
    seen.push(round.to);
    planned.set('a', round.to);
  }
  expect(seen).toEqual(ends);
});

test('each test goes on from where it is, and one that has all its pairs gets none', () => {
  const tests = ['behind', 'ahead', 'done'].map(makeTest);
  const planned = new Map([
    ['behind', 5],
    ['ahead', 10],
    ['done', 15],
  ]);
  const round = planRound(tests, planned, { repeats: 5, maxRepeats: 15 });
  expect(round.map(({ test: { name }, from, to }) => [name, from, to])).toEqual([
    ['behind', 5, 10],
    ['ahead', 10, 15],
  ]);
});
