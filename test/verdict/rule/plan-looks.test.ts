import { expect, test } from 'vitest';
import { planLooks } from '../../../src/verdict/rule/plan-looks.ts';

test.each([
  { most: 100, blocking: 50, pairs: [10, 20, 40, 80] },
  { most: 100, blocking: 51, pairs: [20, 40, 80] },
  { most: 20, blocking: 5, pairs: [10, 20] },
  { most: 15, blocking: 5, pairs: [10, 15] },
  { most: 24, blocking: 5, pairs: [10, 20] },
  { most: 30, blocking: 5, pairs: [10, 20, 30] },
  { most: 5, blocking: 5, pairs: [5] },
  { most: 10, blocking: 200, pairs: [10] },
])('up to $most pairs of $blocking series: looks at $pairs', ({ most, blocking, pairs }) => {
  const plan = { repeats: 5, maxRepeats: most, outliersPerFive: 1 };
  const looks = planLooks(plan, blocking);
  expect(looks.map((look) => look.pairs)).toEqual(pairs);
  expect(looks.reduce((sum, { weight }) => sum + weight, 0)).toBeCloseTo(1, 12);
});
