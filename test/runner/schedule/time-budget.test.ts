import { expect, test } from 'vitest';
import { openTimeBudget } from '../../../src/runner/schedule/time-budget.ts';

test('time counts from the first pair on, whatever went before', () => {
  let nowMs = 70_000;
  const time = openTimeBudget({ timeNs: 10e9 }, [], { elapsedMs: () => nowMs });
  nowMs += 5000;
  expect([time.usedMs(), time.leftMs()]).toEqual([0, 10_000]);
  time.start();
  nowMs += 4000;
  time.start();
  expect([time.usedMs(), time.leftMs()]).toEqual([4000, 6000]);
  nowMs += 7000;
  expect([time.usedMs(), time.leftMs()]).toEqual([11_000, 0]);
});

test('without a time there is no end', () => {
  expect(openTimeBudget({}, [], { elapsedMs: () => 0 }).leftMs()).toBe(Infinity);
});
