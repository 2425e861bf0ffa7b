import { expect, test } from 'vitest';
import { createReachCheck } from '../../src/suite/check-reach.ts';

const tests = Array.from({ length: 2_500 }, (_, i) => ({
  name: `upload ${1_000 + i}`,
  command: ['node'],
}));

test('a rule that no test can fit is told, with what was probably meant', () => {
  const check = createReachCheck(tests, new Map());
  expect(check({ test: 'upload 1000' }, '/rules/0')).toBeUndefined();
  expect(check({ test: 'uplaod 1000' }, '/rules/1')?.seen).toBe('no test is named "uplaod 1000"');
});

test('of more rules and tests than can be compared in a second, no rule is told', () => {
  const check = createReachCheck(tests, new Map());
  // Each is compared with every test before the last one fits.
  for (let i = 0; i < 2_100; i += 1) check({ test: 'upload*3499' }, `/rules/${i}`);
  expect(check({ test: 'upload*x' }, '/rules/2100')).toBeUndefined();
});
