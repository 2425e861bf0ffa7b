import { expect, test } from 'vitest';
import { fromScale, limitOnScale, toChange, toScale } from '../../../src/verdict/rule/scale.ts';

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
