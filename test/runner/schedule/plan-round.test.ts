import { expect, test } from 'vitest';
import { countPairsAtMost, planRound } from '../../../src/runner/schedule/plan-round.ts';
import { makeTest } from '../stage/make-test.ts';

const nothing = { hinted: [], open: [] };
const timed = { repeats: 5, maxRepeats: 100, timeNs: 120e9 };

/** The rounds of tests that have so many pairs, as `name from to`. */
function plan(
  pairs: Record<string, number>,
  look: Partial<Parameters<typeof planRound>[2]>,
  limits: Parameters<typeof planRound>[3],
): string[] {
  const tests = Object.keys(pairs).map((name) => makeTest(name));
  const round = planRound(tests, new Map(Object.entries(pairs)), { ...nothing, ...look }, limits);
  return round.map(({ test: { name }, from, to }) => `${name} ${from} ${to}`);
}

test.each([
  { repeats: 5, maxRepeats: 20, ends: [5, 10, 15, 20] },
  { repeats: 5, maxRepeats: 12, ends: [5, 10, 12] },
  { repeats: 3, maxRepeats: 3, ends: [3] },
  { repeats: 7, maxRepeats: 10, ends: [7, 10] },
  { repeats: 5, maxRepeats: 20, builds: 3, ends: [5, 12, 18, 20] },
  { repeats: 5, maxRepeats: 16, timeNs: 1e9, ends: [5, 10, 15, 16] },
])('$repeats pairs, at most $maxRepeats: rounds end at $ends', ({ ends, ...limits }) => {
  const planned = new Map<string, number>();
  const seen: number[] = [];
  for (;;) {
    const look = { hinted: [], open: ['a'] };
    const [round] = planRound([makeTest('a')], planned, look, limits);
    if (round === undefined) break;
    expect(round.from).toBe(seen.at(-1) ?? 0);
    seen.push(round.to);
    planned.set('a', round.to);
  }
  expect(seen).toEqual(ends);
});

test.each([
  ['each goes on from where it is', { a: 5, b: 10 }, ['a 5 10', 'b 10 15']],
  ['one that has all its pairs gets none', { a: 5, b: 15 }, ['a 5 10']],
  ['one that needs no more gets none', { a: 5, c: 5 }, ['a 5 10']],
])('without a time, %s', (_, pairs, round) => {
  const look = { hinted: ['b'], open: ['a'] };
  expect(plan(pairs, look, { repeats: 5, maxRepeats: 15 })).toEqual(round);
});

test.each([
  [
    'the strongest hint is first, and alone with other hints',
    { a: 5, b: 5, c: 5 },
    ['c 5 10', 'b 5 10'],
  ],
  ['a hint has ten pairs first', { b: 7, a: 20 }, ['b 7 10']],
  ['beyond ten a hint gets five at a time', { b: 10, a: 5 }, ['b 10 15']],
  ['a hint with all its pairs leaves the time to the others', { b: 100, a: 5 }, ['a 5 10']],
  [
    'without a hint those with the fewest pairs catch up',
    { a: 5, d: 10, e: 7 },
    ['a 5 10', 'e 7 10'],
  ],
  ['those that are level go on together', { a: 10, d: 10 }, ['a 10 15', 'd 10 15']],
])('with a time, %s', (_, pairs, round) => {
  expect(plan(pairs, { hinted: ['c', 'b'] }, timed)).toEqual(round);
});

test.each([
  [{ repeats: 5, maxRepeats: 100 }, 5, 10],
  [{ repeats: 20, maxRepeats: 100 }, 20, 20],
  [{ repeats: 5, maxRepeats: 8 }, 5, 8],
])(
  'of %o time cuts neither the first %i pairs nor the first %i of a hint',
  (limits, some, hint) => {
    const over = { leftMs: () => 0 };
    expect(countPairsAtMost('a', { hinted: ['b'] }, limits, over)).toBe(some);
    expect(countPairsAtMost('b', { hinted: ['b'] }, limits, over)).toBe(hint);
  },
);
