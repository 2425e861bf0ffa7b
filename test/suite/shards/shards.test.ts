import { describe, expect, test } from 'vitest';
import { expectDurations } from '../../../src/suite/shards/expect-durations.ts';
import { checkShard, parseShard } from '../../../src/suite/shards/parse-shard.ts';
import { makeProfile, makeRecord } from '../../aggregate/make-record.ts';
import { catchUserError } from '../../contract/catch-user-error.ts';
import { makeTest } from './random-suite.ts';

describe('expect durations', () => {
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
});

describe('parse shard', () => {
  test('people count shards from 1', () => {
    expect(parseShard('2/4', '--shard')).toEqual({ index: 1, total: 4 });
    expect(parseShard('256/256', '--shard')).toEqual({ index: 255, total: 256 });
  });

  test.each([
    ['0/4', 'shard 0 of 4', 'from 1 to 4'],
    ['5/4', 'shard 5 of 4', 'from 1 to 4'],
    ['1/0', '0 shards', 'from 1 to 256'],
    ['1/257', '257 shards', 'from 1 to 256'],
    ['2', 'not a shard', '2/4'],
    ['2/4/1', 'not a shard', '2/4'],
    ['-1/4', 'not a shard', '2/4'],
    ['1.5/4', 'not a shard', '2/4'],
    ['٢/٤', 'not a shard', '2/4'],
    ['', 'not a shard', '2/4'],
    ['1/9999999', 'not a shard', '2/4'],
  ])('%s is refused: %s', (text, seen, expected) => {
    const { message } = catchUserError(() => parseShard(text, '--shard'));
    expect(message).toMatch(/^--shard: /);
    expect(message).toContain(seen);
    expect(message).toContain(expected);
  });

  test.each([Number.NaN, 1.5, 0])('a number %s from an input is refused', (number) => {
    expect(() => checkShard(number, 4, 'shard')).toThrow('from 1 to 4');
  });
});
