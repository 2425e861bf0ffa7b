import { describe, expect, test } from 'vitest';
import { describeLevel } from '../../src/history/describe-level.ts';
import { findOddMachines } from '../../src/history/find-odd-machines.ts';
import { findRamp } from '../../src/history/find-ramp.ts';
import { groupByCommit } from '../../src/history/group-by-commit.ts';
import { fitRuns } from '../../src/history/summarize-history.ts';
import { createRandom, drawNormal } from '../../src/stats/random.ts';

describe('describe level', () => {
  const below = { value: -52, error: 30 };

  test('a level of values that were never negative is not negative, nor is its interval', () => {
    const scale = { isLogarithm: false, isNeverNegative: true };
    expect(describeLevel(below, scale)).toEqual({ value: 0, low: 0, high: expect.closeTo(6.8) });
    expect(describeLevel({ value: 100, error: 10 }, scale)).toMatchObject({ value: 100 });
  });

  test('values of a suite may be negative, and so may their levels', () => {
    const scale = { isLogarithm: false, isNeverNegative: false };
    expect(describeLevel(below, scale)).toMatchObject({ value: -52, low: expect.closeTo(-110.8) });
  });

  test.each([
    [[1, 2, 3], { isLogarithm: true, isNeverNegative: true }],
    [[0, 2, 3], { isLogarithm: false, isNeverNegative: true }],
    [[-1, 2, 3], { isLogarithm: false, isNeverNegative: false }],
  ])('%j says what its levels may be', (values, scale) => {
    const runs = [0, 1].map((place) => ({ id: `${place}`, sides: [{ place, values }] }));
    expect(fitRuns(runs, new Set())).toMatchObject(scale);
  });
});

describe('find odd machines', () => {
  const offs = (run: string, ...spreads: number[]) => spreads.map((one) => ({ run, spreads: one }));

  test('a machine is odd that most series find off, in the same direction', () => {
    const all = [...offs('slow', 4, 5, 3, 6, 0), ...offs('usual', 1, -1, 0, 4, 0.5)];
    expect([...findOddMachines(all)]).toEqual(['slow']);
  });

  test('a few series cannot tell a machine from a change', () => {
    expect(findOddMachines(offs('slow', 4, 5, 6)).size).toBe(0);
  });
});

describe('find ramp', () => {
  function draw(seed: number, levelOf: (at: number) => number): number[] {
    const random = createRandom(seed);
    return Array.from({ length: 120 }, (_, at) => levelOf(at) + 0.01 * drawNormal(random));
  }

  test('a slope over forty values is one, and where it begins and ends is about right', () => {
    const levels = draw(1, (at) => 0.12 * Math.min(1, Math.max(0, (at - 40) / 40)));
    const ramp = findRamp(levels, [60], [0, 120], 1)!;
    expect(Math.abs(ramp.from - 40)).toBeLessThan(8);
    expect(Math.abs(ramp.to - 80)).toBeLessThan(8);
  });

  test('a step is none', () => {
    for (const seed of [1, 2, 3, 4, 5]) {
      const levels = draw(seed, (at) => (at < 60 ? 0 : 0.05));
      expect(findRamp(levels, [60], [0, 120], 1), `seed ${seed}`).toBeUndefined();
    }
  });

  test('two clear steps are none', () => {
    const levels = draw(1, (at) => (at < 40 ? 0 : at < 80 ? 0.06 : 0.12));
    expect(findRamp(levels, [40, 80], [0, 120], 1)).toBeUndefined();
  });
});

describe('group by commit', () => {
  const change = (after: number, upTo: number, size = 0.1, isGradual = false) => ({
    ...{ range: { after, upTo }, change: size, isGradual },
  });

  test('changes that one commit may have made are one group, at the commits that all allow', () => {
    const groups = groupByCommit([change(90, 110), change(97, 103), change(99, 101)]);
    expect(groups).toMatchObject([{ range: { after: 99, upTo: 101 } }]);
    expect(groups[0]!.changes).toHaveLength(3);
  });

  test('the other direction, other commits, and slopes are groups of their own', () => {
    const all = [
      change(99, 101),
      change(99, 101, -0.1),
      change(101, 105),
      change(90, 130, 0.1, true),
    ];
    expect(groupByCommit(all)).toHaveLength(4);
  });
});
