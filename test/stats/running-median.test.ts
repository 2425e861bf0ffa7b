import { expect, test } from 'vitest';
import { createRandom } from '../../src/stats/random.ts';
import { runningMedian } from '../../src/stats/running-median.ts';
import { median } from '../../src/stats/trim.ts';

test('each place has the median of its neighbours, of fewer at the ends', () => {
  const seed = 12;
  const random = createRandom(seed);
  for (const length of [1, 2, 5, 8, 40]) {
    for (const reach of [1, 3, 7, 20]) {
      // Coarse values make ties.
      const values = Array.from({ length }, () => Math.floor(6 * random()));
      const literal = values.map((_, at) =>
        median(values.slice(Math.max(0, at - reach), at + reach + 1)),
      );
      expect([...runningMedian(Float64Array.from(values), reach)], `seed ${seed}`).toEqual(literal);
    }
  }
});
