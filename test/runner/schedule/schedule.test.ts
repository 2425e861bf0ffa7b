import { describe, expect, test } from 'vitest';
import { createTimeEstimate } from '../../../src/runner/schedule/estimate-time.ts';
import { openTimeBudget } from '../../../src/runner/schedule/time-budget.ts';

describe('estimate time', () => {
  test('nothing measured, nothing estimated', () => {
    expect(createTimeEstimate().remainingMs([{ test: 'a', side: 'before' }])).toBeUndefined();
  });

  test('a side is expected to take as long as it did, and an unknown test as long as all did', () => {
    const estimate = createTimeEstimate();
    estimate.note({ test: 'a', side: 'before' }, 100);
    estimate.note({ test: 'a', side: 'before' }, 300);
    estimate.note({ test: 'a', side: 'after' }, 800);
    expect(estimate.remainingMs([{ test: 'a', side: 'before' }])).toBe(200);
    expect(estimate.remainingMs([{ test: 'a', side: 'after' }])).toBe(800);
    expect(estimate.remainingMs([{ test: 'b', side: 'after' }])).toBe(400);
    expect(estimate.remainingMs([])).toBe(0);
  });
});

describe('time budget', () => {
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
});
