import { expect, test } from 'vitest';
import { orderPair } from '../../../src/runner/schedule/order-pair.ts';

const seed = 20_261_121;
const firsts = (ofSeed: number, name: string, pairs: number): string =>
  Array.from({ length: pairs }, (_, pair) => orderPair(ofSeed, name, pair)[0]).join(' ');

test('of ten pairs each side begins five, so that no side gains from its place', () => {
  for (let name = 0; name < 50; name += 1) {
    for (let ten = 0; ten < 40; ten += 10) {
      const begins = Array.from(
        { length: 10 },
        (_, pair) => orderPair(seed, `test ${name}`, ten + pair)[0],
      );
      expect(begins.filter((side) => side === 'before')).toHaveLength(5);
      // And of the first five neither more than three.
      const early = begins.slice(0, 5).filter((side) => side === 'before').length;
      expect(early === 2 || early === 3).toBe(true);
    }
    const [first, second] = orderPair(seed, `test ${name}`, 0);
    expect(new Set([first, second])).toEqual(new Set(['before', 'after']));
  }
});

/**
 * How unevenly every so manieth run of a machine falls on the two sides of ten pairs of a test: the mean square, over
 * suites of one test to as many as the period.
 */
function measureUnevenness(period: number, order: typeof orderPair): number {
  let sum = 0;
  const draws = 500;
  for (let tests = 1; tests <= period; tests += 1) {
    for (let draw = 0; draw < draws; draw += 1) {
      let balance = 0;
      for (let pair = 0; pair < 10; pair += 1) {
        order(seed, `test ${draw}`, pair).forEach((side, place) => {
          const run = 2 * pair * tests + place + draw;
          if (run % period === 0) balance += side === 'after' ? 1 : -1;
        });
      }
      sum += balance ** 2 / draws / period;
    }
  }
  return sum;
}

test.each([2, 3, 4, 5, 6, 7, 8])(
  `every %d. run falls on both sides more evenly than by a coin for each pair (seed ${seed})`,
  (period) => {
    const coin: typeof orderPair = (ofSeed, name, pair) => orderPair(ofSeed, `${name}, ${pair}`, 0);
    expect(measureUnevenness(period, orderPair)).toBeLessThan(
      0.95 * measureUnevenness(period, coin),
    );
  },
);

test('pairs count down in the warm-up', () => {
  expect(orderPair(seed, 'upload', -1)).toHaveLength(2);
  expect(orderPair(seed, 'upload', -11)[0]).toMatch(/^(?:before|after)$/);
});

test(`which side begins a block is a fair coin (seed ${seed})`, () => {
  const blocks = 4000;
  let before = 0;
  for (let block = 0; block < blocks; block += 1) {
    if (orderPair(seed, 'upload', 10 * block)[0] === 'before') before += 1;
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
