import { expect, test } from 'vitest';
import { expectDurations } from '../../../src/suite/shards/expect-durations.ts';
import { makeProfile, makeRecord } from '../../aggregate/make-record.ts';
import { makeTest } from './random-suite.ts';

const tests = ['a', 'b', 'c'].map(makeTest);
const suite = { repeats: 5, warmup: 1 };
const took = (test: string, ms: number, repeat = 0) =>
  makeProfile('before', repeat, ms * 1e6, { test });

test('a test takes its median execution on both sides, in every pair and warm-up', () => {
  const records = [
    makeRecord([took('a', 10), took('a', 11, 1), took('a', 900, 2), took('b', 100)]),
    makeRecord([took('c', 1), took('c', 3)]),
  ];
  const { byTest, assumed } = expectDurations(tests, suite, records) ?? {};
  expect([...(byTest ?? [])]).toEqual([
    ['a', 11 * 12],
    ['b', 100 * 12],
    ['c', 2 * 12],
  ]);
  expect(assumed?.size).toBe(0);
});

test('for a test without a record the median of the others stands, and says so', () => {
  const ended = { ...took('c', 7), outcome: { status: 'interrupted' as const } };
  const records = [makeRecord([took('a', 10), took('b', 30), ended])];
  const { byTest, assumed } = expectDurations(tests, suite, records) ?? {};
  expect(byTest?.get('c')).toBe(20 * 12);
  expect(assumed).toEqual(new Set(['c']));
});

test('records of other tests say nothing', () => {
  expect(expectDurations(tests, suite, [makeRecord([took('x', 10)])])).toBeUndefined();
});
