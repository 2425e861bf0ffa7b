import { expect, test } from 'vitest';
import { locate } from '../../src/stats/locate.ts';

function locateIn(values: number[], deviation: number) {
  return locate(
    values,
    values.toSorted((a, b) => a - b),
    deviation,
  );
}

test('runs within 3.5 deviations of the median make the location', () => {
  expect(locateIn([10, 11, 12, 13, 16.6], 1)).toEqual({
    value: 11.5,
    kept: 4,
    rejected: [4],
    rejectedBelow: 0,
  });
});

test('a run below the median is told apart from one above it', () => {
  const { rejected, rejectedBelow } = locateIn([30, 2, 20, 21, 22], 2);
  expect(rejected).toEqual([0, 1]);
  expect(rejectedBelow).toBe(1);
});

test('an infinite deviation keeps every run', () => {
  expect(locateIn([1, 2, 1000], Infinity)).toMatchObject({ kept: 3, rejected: [] });
});

test('two far clusters of equal size keep nothing and are placed between them', () => {
  expect(locateIn([0, 0, 100, 100], 1)).toMatchObject({ kept: 0, value: 50 });
});
