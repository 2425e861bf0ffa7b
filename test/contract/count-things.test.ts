import { expect, test } from 'vitest';
import { countThings } from '../../src/contract/count-things.ts';

test.each([
  [1, 'test', undefined, '1 test'],
  [12, 'test', undefined, '12 tests'],
  [1_200, 'series', undefined, '1,200 series'],
  [2, 'latency', 'latencies', '2 latencies'],
])('%i times %s, of which more are called %s: %s', (count, one, many, text) => {
  expect(countThings(count, one, many)).toBe(text);
});
