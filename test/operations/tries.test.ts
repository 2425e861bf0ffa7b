import { expect, test } from 'vitest';
import { choosePauseMs, createTries } from '../../src/operations/tries.ts';

test.each([
  { tried: 1, asked: undefined, chance: 0, pause: 100 },
  { tried: 1, asked: undefined, chance: 0.999, pause: 199.9 },
  { tried: 4, asked: undefined, chance: 0.5, pause: 1_200 },
  { tried: 40, asked: undefined, chance: 0.5, pause: 45_000 },
  { tried: 1, asked: 30_000, chance: 0.5, pause: 30_000 },
  { tried: 9, asked: 10, chance: 0.5, pause: 38_400 },
  { tried: 1, asked: 1e12, chance: 0.5, pause: 3_600_000 },
])('after try $tried, asked for $asked ms, the pause is $pause ms', (row) => {
  const patience = {
    ...{ firstPauseMs: 200, longestPauseMs: 60_000 },
    chance: () => row.chance,
  };
  expect(choosePauseMs(row.tried, row.asked, patience)).toBeCloseTo(row.pause, 6);
});

const patience = { firstPauseMs: 1_000, longestPauseMs: 300_000 };
test.each([
  ['the first pause is short', 1, undefined, 1_000],
  ['the next is twice as long', 2, undefined, 2_000],
  ['no pause is longer than the longest', 30, undefined, 300_000],
  ['never shorter than what was asked for', 1, 60_000, 60_000],
  ['a server whose clock is wrong is not believed', 1, 1e12, 3_600_000],
])('%s', (_what, tried, askedMs, pauseMs) => {
  expect(choosePauseMs(tried, askedMs, patience)).toBe(pauseMs);
});

test('outages and failures count apart, and what comes to an end begins anew', () => {
  const tries = createTries({ firstPauseMs: 10, longestPauseMs: 100 });
  expect([tries.meetOutage('a'), tries.meetOutage('a'), tries.meetOutage('a', 70)]).toEqual([
    ...[10, 20, 70],
  ]);
  expect(tries.failures('a')).toBe(0);
  expect([tries.fail('a'), tries.fail('a'), tries.fail('b')]).toEqual([10, 20, 10]);
  expect([tries.failures('a'), tries.failures('b')]).toEqual([2, 1]);
  tries.end('a');
  expect([tries.failures('a'), tries.fail('a'), tries.meetOutage('a')]).toEqual([0, 10, 10]);
});
