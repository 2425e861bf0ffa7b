import { expect, test } from 'vitest';
import { createTimeEstimate } from '../../../src/runner/schedule/estimate-time.ts';

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
