import { expect, test } from 'vitest';
import { locate } from '../../src/stats/locate.ts';

test('runs within 3.5 deviations of the median make the location', () => {
  expect(locate([10, 11, 12, 13, 16.6], 1)).toEqual({ value: 11.5, from: 0, to: 4 });
});

test('runs are set aside on both sides of the median', () => {
  expect(locate([2, 20, 21, 22, 30], 2)).toEqual({ value: 21, from: 1, to: 4 });
});

test('an infinite deviation keeps every run', () => {
  expect(locate([1, 2, 1000], Infinity)).toMatchObject({ from: 0, to: 3 });
});

test('two far clusters of equal size keep nothing and are placed between them', () => {
  const { value, from, to } = locate([0, 0, 100, 100], 1);
  expect(value).toBe(50);
  expect(to - from).toBe(0);
});
