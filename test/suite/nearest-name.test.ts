import { expect, test } from 'vitest';
import { nearestName, suggestName } from '../../src/suite/nearest-name.ts';

test.each([
  ['tresholds', 'thresholds'],
  ['uplaod', 'upload'],
  ['LATENCY', 'latency'],
  ['latencyy', 'latency'],
  ['cpu.usre', 'cpu.user'],
])('%s was meant to be %s', (word, name) => {
  expect(nearestName(word, ['thresholds', 'upload', 'latency', 'cpu.user', 'cpu.system'])).toBe(
    name,
  );
});

test('a word of which more than a third would have to change suggests nothing', () => {
  expect(nearestName('frobnicate', ['thresholds', 'latency'])).toBeUndefined();
  expect(nearestName('ab', ['xy'])).toBeUndefined();
  expect(suggestName('ab', ['xy'], 'look it up')).toBe('look it up');
});

test('of several near names the nearest is taken', () => {
  expect(nearestName('disk.write', ['disk.reads', 'disk.writes', 'disk.write_bytes'])).toBe(
    'disk.writes',
  );
});

test('of thousands of names only as many are compared as may be, letter by letter', () => {
  let looked = 0;
  const list = function* (): Generator<string> {
    for (; looked < 20_000; looked += 1) yield 'b'.repeat(40);
  };
  expect(nearestName('a'.repeat(40), list(), { left: 10_000 })).toBeUndefined();
  expect(looked).toBeLessThan(100);
});
