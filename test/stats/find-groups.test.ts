import { expect, test } from 'vitest';
import { countGroups, fallIntoGroups, noGroups } from '../../src/stats/find-groups.ts';
import { createRandom, drawNormal, type Random } from '../../src/stats/random.ts';

const seed = 20_261_122;

/** Whether 200 sides of so many runs fall into groups; one run in `oneIn` is 12% slower, or 30%. */
function judgeSides(random: Random, runs: number, share: number, slower: number): boolean {
  let counted = noGroups;
  for (let side = 0; side < 200; side += 1) {
    const spread = 0.02 * Math.exp(0.6 * drawNormal(random));
    const values = Array.from(
      { length: runs },
      () => spread * drawNormal(random) + (random() < share ? Math.log1p(slower) : 0),
    );
    counted = countGroups(
      counted,
      values.sort((a, b) => a - b),
    );
  }
  return fallIntoGroups(counted);
}

test.each([
  ['noise alone', 5, 0, 0, false],
  ['noise alone', 10, 0, 0, false],
  ['one run in ten disturbed', 5, 0.1, 0.3, false],
  ['one run in ten disturbed', 20, 0.1, 0.3, false],
  ['one run in three in a slower state', 5, 0.3, 0.12, true],
  ['one run in three in a slower state', 10, 0.3, 0.12, true],
  ['every other run in a slower state', 5, 0.5, 0.12, true],
  ['every other run in a slower state', 20, 0.5, 0.12, true],
])('%s, %i runs a side: in groups is %5$s', (_what, runs, share, slower, isExpected) => {
  const random = createRandom(seed);
  const answers = Array.from({ length: 50 }, () => judgeSides(random, runs, share, slower));
  // Chance may take one of them the other way.
  expect(answers.filter((one) => one !== isExpected).length, `seed ${seed}`).toBeLessThanOrEqual(3);
});

test('a side of two groups is told from one with a single stray run', () => {
  expect(countGroups(noGroups, [1, 2, 10, 11, 12])).toEqual({ few: 1, many: 0, inGroups: 1 });
  expect(countGroups(noGroups, [1, 2, 3, 4, 12])).toEqual({ few: 1, many: 0, inGroups: 0 });
  expect(countGroups(noGroups, [1, 1, 1, 1, 1, 1, 1, 9, 9, 9])).toEqual({
    ...{ few: 0, many: 1, inGroups: 1 },
  });
});

test('equal runs, and fewer than five, are no groups', () => {
  expect(countGroups(noGroups, [3, 3, 3, 3, 3]).inGroups).toBe(0);
  expect(countGroups(noGroups, [1, 2, 9, 10])).toEqual(noGroups);
});

test('a few sides say nothing', () => {
  expect(fallIntoGroups({ few: 19, many: 0, inGroups: 19 })).toBe(false);
  expect(fallIntoGroups({ few: 20, many: 0, inGroups: 20 })).toBe(true);
});
