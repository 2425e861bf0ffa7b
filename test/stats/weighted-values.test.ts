import { expect, test } from 'vitest';
import { quantile, sortWeighted } from '../../src/stats/weighted-values.ts';

test.each([
  [[3, 1, 2], 0.5, 2],
  [[3, 1, 2], 0, 1],
  [[3, 1, 2], 1, 3],
  [[1, 2], 0.5, 1.5],
  [[7], 0.99, 7],
  [Array.from({ length: 101 }, (_, i) => i), 0.99, 99],
])('of %j the quantile at %d is %d', (values, share, expected) => {
  expect(quantile(sortWeighted(values), share)).toBe(expected);
});

test('a histogram gives what its values would give one by one', () => {
  let state = 12_345;
  const draw = (below: number): number => (state = (state * 16_807) % 2_147_483_647) % below;
  for (let round = 0; round < 50; round += 1) {
    const values = Array.from({ length: 1 + draw(8) }, () => draw(20));
    const counts = values.map(() => 1 + draw(5));
    const written = values.flatMap((value, i) => new Array<number>(counts[i] ?? 0).fill(value));
    for (const share of [0, 0.01, 0.1, 0.5, 0.9, 0.99, 1]) {
      const weighted = quantile(sortWeighted(values, counts), share);
      expect(weighted).toBeCloseTo(quantile(sortWeighted(written), share), 10);
    }
  }
});
