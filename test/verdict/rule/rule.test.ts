import { describe, expect, test } from 'vitest';
import type { ThresholdRule } from '../../../src/contract/suite.ts';
import { createRandom, drawNormal } from '../../../src/stats/random.ts';
import { judge } from '../../../src/verdict/judge.ts';
import { fromScale, limitOnScale, toChange, toScale } from '../../../src/verdict/rule/scale.ts';
import { options, sampleAggregate, sampleSeries } from '../sample-aggregate.ts';

describe('certainty', () => {
  const likely: ThresholdRule = {
    where: 'perigee.yml:3',
    match: { metric: 'latency' },
    relative: 0.05,
    action: 'block',
  };
  const sure: ThresholdRule = { ...likely, certainty: 'sure' };

  /** Ten runs a side that vary by some percent; after is slower by 5.7%, or by 20%. */
  const factors = [1, 1.01, 0.99, 1.02, 0.98, 1.005, 0.995, 1.015, 0.985, 1];
  const before = factors.map((factor) => factor * 100e6);
  const mixed = [0.995, 1.015, 0.98, 1, 1.02, 0.985, 1, 1.01, 1.005, 0.99];
  const slower = (share: number): number[] => mixed.map((factor) => factor * (1 + share) * 100e6);

  function judgeBy(rule: ThresholdRule, after: number[]) {
    const aggregate = sampleAggregate([sampleSeries(before, after)]);
    const [only] = judge(aggregate, { ...options, rules: [rule] }).series;
    if (only === undefined) throw new Error('the series is missing from the verdict');
    return only;
  }

  test('a change whose interval reaches below the limit is red for a rule that wants it likely', () => {
    const only = judgeBy(likely, slower(0.057));
    expect(only.evidence.interval?.lower).toBeLessThan(0.05);
    expect(only).toMatchObject({ state: 'regressed', blocking: true });
  });

  test('the same is undecided for a rule that wants to be sure, and says so', () => {
    const only = judgeBy(sure, slower(0.057));
    expect(only.state).toBe('undecided');
    expect(only.reason).toContain(
      'points past the 5% allowed, and that may be chance, and its rule wants to be sure',
    );
    expect(only.threshold.certainty).toBe('sure');
  });

  test('a rule that wants to be sure is red once the whole interval is past the limit', () => {
    const only = judgeBy(sure, slower(0.2));
    expect(only.evidence.interval?.lower).toBeGreaterThan(0.05);
    expect(only.state).toBe('regressed');
  });

  test('such a rule sees less, and says so', () => {
    const seen = (rule: ThresholdRule) => judgeBy(rule, before).evidence.smallestVisible ?? 0;
    expect(seen(sure)).toBeGreaterThan(seen(likely));
  });

  test('a red change is told by its interval, and then by what is likelier than the estimate', () => {
    const { reason, evidence } = judgeBy(likely, slower(0.065));
    expect(reason).toMatch(
      /^4\.\d+% to \d+(\.\d+)?% more than before; 5% is allowed; measured 6\.\d+% more; since only what is past the limit counts, 5\.\d+% more is likelier/,
    );
    expect(evidence.corrected).toBeLessThan(evidence.change ?? 0);
    expect(evidence.corrected).toBeGreaterThan(evidence.interval?.lower ?? 0);
  });

  test('what was not chosen for its estimate has no correction', () => {
    expect(judgeBy(likely, before).evidence.corrected).toBeUndefined();
  });
});

describe('scale', () => {
  const lower = { offset: 0, sign: 1 } as const;
  const higher = { offset: 0, sign: -1 } as const;
  const started = { offset: 10, sign: 1 } as const;
  const rule = { rule: 'perigee.yml:1', action: 'block' } as const;

  test.each([
    ['5% of lower-is-better', lower, { relative: 0.05 }, 100, 105],
    ['5% of higher-is-better', higher, { relative: 0.05 }, 100, 95],
    ['an absolute limit alone', lower, { absolute: 30 }, 100, 130],
    ['both, the absolute one harder', lower, { relative: 0.05, absolute: 30 }, 100, 130],
    ['both, the relative one harder', lower, { relative: 0.5, absolute: 30 }, 100, 150],
    ['from zero on a started scale', started, { relative: 0.05, absolute: 30 }, 0, 30],
  ])('the floor is where the limit is just passed: %s', (_, scale, limits, base, passed) => {
    const { floor, margin } = limitOnScale(scale, { ...rule, ...limits }, base);
    expect(toScale(scale, passed) - toScale(scale, base)).toBeCloseTo(floor, 12);
    expect(margin).toBeGreaterThan(0);
    expect(margin).toBeLessThan(floor);
  });

  test('the test allows 1%, or a fifth of a threshold below 5%', () => {
    const marginOf = (relative: number) =>
      Math.exp(limitOnScale(lower, { ...rule, relative }, 100).margin) - 1;
    expect(marginOf(0.05)).toBeCloseTo(0.01, 12);
    expect(marginOf(0.5)).toBeCloseTo(0.01, 12);
    expect(marginOf(0.01)).toBeCloseTo(0.002, 12);
  });

  test('a throughput cannot fall by more than everything', () => {
    expect(limitOnScale(higher, { ...rule, relative: 1 }, 100).floor).toBe(Infinity);
  });

  test('values come back from their scale, and distances as changes', () => {
    for (const scale of [lower, higher, started]) {
      expect(fromScale(scale, toScale(scale, 42))).toBeCloseTo(42, 10);
      const distance = toScale(scale, 63) - toScale(scale, 42);
      expect(toChange(scale, 42, distance)).toBeCloseTo(0.5, 10);
    }
  });

  test.each([1, 4096, 10e6])('a zero survives an offset of %d and back', (offset) => {
    const scale = { offset, sign: 1 } as const;
    expect(fromScale(scale, toScale(scale, 0))).toBe(0);
    expect(fromScale(scale, toScale(scale, offset / 1000))).toBeCloseTo(offset / 1000, 3);
  });

  test('no change is less than all of it, however far down an offset reaches', () => {
    expect(toChange(started, 1, -50)).toBe(-1);
  });
});

function judgeSpreads(before: number, after: number, pairs: number) {
  const random = createRandom(3);
  const draw = (spread: number): number[] =>
    Array.from({ length: pairs }, () => 100e6 * Math.exp(spread * drawNormal(random)));
  const verdict = judge(sampleAggregate([sampleSeries(draw(before), draw(after))]), options);
  const named = verdict.problems.filter(({ code }) => code === 'became-unsteady');
  return { verdict, named, only: verdict.series[0] };
}

test('runs that vary six times as much as before are named, and the build passes as it would', () => {
  const { named, only, verdict } = judgeSpreads(0.01, 0.06, 40);
  expect(verdict.conclusion).toBe('passed');
  expect(only?.reason).toMatch(/became unsteady: runs vary \d\.\d times as much as before$/);
  expect(named).toHaveLength(1);
  expect(named[0]?.message).toContain('Latency of upload › send (runs vary');
});

test.each([
  ['as much as before', 0.03, 0.03, 40],
  ['less than before', 0.06, 0.01, 40],
  ['much more, yet within the margin of 1%', 0.0002, 0.002, 40],
  ['much more, in too few pairs', 0.01, 0.06, 8],
])('runs that vary %s are not', (_title, before, after, pairs) => {
  const { named, only } = judgeSpreads(before, after, pairs);
  expect(named).toEqual([]);
  expect(only?.reason).toBeUndefined();
});
