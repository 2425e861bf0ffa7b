import { expect, test } from 'vitest';
import { countThings, listSome } from '../../src/contract/count-things.ts';

test.each([
  [1, 'test', undefined, '1 test'],
  [12, 'test', undefined, '12 tests'],
  [1_200, 'series', undefined, '1,200 series'],
  [2, 'latency', 'latencies', '2 latencies'],
])('%i times %s, of which more are called %s: %s', (count, one, many, text) => {
  expect(countThings(count, one, many)).toBe(text);
});

test('of many names only some are listed, and the others are counted', () => {
  expect(listSome(['a', 'b', 'c', 'd'], 2)).toBe('a, b and 2 more');
  expect(listSome(['a', 'b'], 2)).toBe('a, b');
});
