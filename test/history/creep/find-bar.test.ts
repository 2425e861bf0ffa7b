import { expect, test } from 'vitest';
import { findBar } from '../../../src/history/creep/find-bar.ts';

const levels = (values: readonly number[], error = 0.01) =>
  values.map((level, place) => ({ place, level, error }));
const held = (level: number, count: number): number[] => Array.from({ length: count }, () => level);

test('the bar is the best level that held for long enough', () => {
  const all = levels([...held(1, 10), ...held(0.8, 10), ...held(1.1, 10)]);
  expect(findBar(all, 1, 10)).toEqual([10, 11, 12, 13, 14, 15, 16, 17, 18, 19]);
});

test('an improvement that did not hold moves no bar', () => {
  const all = levels([...held(1, 10), ...held(0.8, 3), ...held(1, 10)]);
  const bar = findBar(all, 1, 10);
  const mean = bar.reduce((sum, place) => sum + all[place]!.level, 0) / 10;
  expect(mean).toBeGreaterThan(0.93);
});

test('a level that is hardly known is not the best', () => {
  const all = [...levels(held(1, 10)), ...levels(held(0.95, 10), 0.2)].map((one, place) => {
    return { ...one, place };
  });
  expect(findBar(all, 1, 10)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
});

test('where higher is better, the bar is the highest', () => {
  const all = levels([...held(1, 10), ...held(2, 10), ...held(1, 10)]);
  expect(findBar(all, -1, 10)[0]).toBe(10);
});

test('too short a history has none', () => {
  expect(findBar(levels(held(1, 9)), 1, 10)).toEqual([]);
});
