import { expect, test } from 'vitest';
import { checkShard, parseShard } from '../../../src/suite/shards/parse-shard.ts';
import { catchUserError } from '../../contract/catch-user-error.ts';

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
