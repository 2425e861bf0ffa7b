import { expect, test } from 'vitest';
import { orderPair } from '../../../src/runner/schedule/order-pair.ts';

const seed = 20_261_121;
const firsts = (ofSeed: number, name: string, pairs: number): string =>
  Array.from({ length: pairs }, (_, pair) => orderPair(ofSeed, name, pair)[0]).join(' ');

test('two pairs in a row take opposite orders, so that no side gains from its place', () => {
  for (let name = 0; name < 50; name += 1) {
    for (let pair = 0; pair < 20; pair += 2) {
      const [first, second] = orderPair(seed, `test ${name}`, pair);
      expect(orderPair(seed, `test ${name}`, pair + 1)).toEqual([second, first]);
      expect(new Set([first, second])).toEqual(new Set(['before', 'after']));
    }
  }
});

test(`which side begins a block is a fair coin (seed ${seed})`, () => {
  const blocks = 4000;
  let before = 0;
  for (let block = 0; block < blocks; block += 1) {
    if (orderPair(seed, 'upload', 2 * block)[0] === 'before') before += 1;
  }
  // Four standard deviations of a fair coin.
  expect(Math.abs(before - blocks / 2)).toBeLessThan(4 * Math.sqrt(blocks / 4));
});

test('the order depends on the seed, the test and the pair, and on nothing else', () => {
  expect(firsts(1, 'upload', 40)).toBe(firsts(1, 'upload', 40));
  expect(firsts(1, 'upload', 40)).not.toBe(firsts(2, 'upload', 40));
  expect(firsts(1, 'upload', 40)).not.toBe(firsts(1, 'download', 40));
});

test('names and numbers cannot be shifted into each other', () => {
  expect(firsts(1, '1\nx', 64)).not.toBe(firsts(11, 'x', 64));
});
