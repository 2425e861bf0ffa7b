import { expect, test } from 'vitest';
import { measureBalance } from '../../../src/suite/shards/balance.ts';

const placement = new Map([
  ['list', 0],
  ['upload', 1],
  ['sync', 1],
]);

test('the imbalance is how much longer the longest shard works than the mean one', () => {
  const durations = new Map([
    ['list', 1000],
    ['upload', 2000],
    ['sync', 1000],
  ]);
  const balance = measureBalance(placement, durations, 2);
  expect(balance).toEqual({ loadsMs: [1000, 3000], longestMs: 3000, imbalance: 0.5 });
});

test('tests of which no duration is known leave the shards balanced', () => {
  expect(measureBalance(placement, new Map(), 2).imbalance).toBe(0);
});
