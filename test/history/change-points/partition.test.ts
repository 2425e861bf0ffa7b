import { expect, test } from 'vitest';
import { partition } from '../../../src/history/change-points/partition.ts';
import { sumUp } from '../../../src/history/change-points/running-sums.ts';
import { createRandom, drawNormal } from '../../../src/stats/random.ts';

const limits = { shortest: 2, shortestAtEnd: 3 };

/** Every way to cut a series, one after the other. */
function partitionLiterally(
  values: readonly number[],
  weights: readonly number[],
  price: number,
): number {
  const costOf = (from: number, to: number): number => {
    const places = Array.from({ length: to - from }, (_, i) => from + i);
    const total = places.reduce((sum, at) => sum + weights[at]!, 0);
    const mean = places.reduce((sum, at) => sum + weights[at]! * values[at]!, 0) / total;
    return places.reduce((sum, at) => sum + weights[at]! * (values[at]! - mean) ** 2, 0);
  };
  const cheapestFrom = (from: number): number => {
    let least =
      from === 0 || values.length - from >= limits.shortestAtEnd
        ? costOf(from, values.length)
        : Infinity;
    const shortest = from === 0 ? limits.shortestAtEnd : limits.shortest;
    for (let to = from + shortest; to < values.length; to += 1) {
      least = Math.min(least, costOf(from, to) + price + cheapestFrom(to));
    }
    return least;
  };
  return cheapestFrom(0);
}

test('no way to cut 100 random series is cheaper', () => {
  const seed = 20;
  const random = createRandom(seed);
  for (let trial = 0; trial < 100; trial += 1) {
    const length = 6 + Math.floor(8 * random());
    const values = Array.from(
      { length },
      (_, at) => drawNormal(random) + (at > length / 2 ? 3 : 0),
    );
    const weights = values.map(() => 0.5 + random());
    const price = 2 * random();
    const sums = sumUp({ values: Float64Array.from(values), weights: Float64Array.from(weights) });
    const everywhere = values.map((_, at) => at).slice(1);
    const starts = partition(sums, everywhere, { price, ...limits });
    const bounds = [0, ...starts, length];
    const cost = bounds.slice(1).reduce((total, to, i) => {
      const [from, last] = [bounds[i]!, to];
      const part = (list: readonly number[]) => list.slice(from, last);
      const weight = part(weights).reduce((a, b) => a + b);
      const mean =
        part(weights).reduce((sum, one, at) => sum + one * part(values)[at]!, 0) / weight;
      return (
        total +
        part(weights).reduce((sum, one, at) => sum + one * (part(values)[at]! - mean) ** 2, 0)
      );
    }, starts.length * price);
    expect(cost, `seed ${seed}, trial ${trial}`).toBeCloseTo(
      partitionLiterally(values, weights, price),
      9,
    );
  }
});

test('levels are no shorter than allowed, at the ends no shorter than allowed there', () => {
  const values = Float64Array.from([9, 9, 0, 0, 0, 0, 5, 0, 0, 0, 9, 9]);
  const sums = sumUp({ values, weights: new Float64Array(12).fill(1) });
  const everywhere = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11];
  const starts = partition(sums, everywhere, { price: 0.001, ...limits });
  const bounds = [0, ...starts, 12];
  const lengths = bounds.slice(1).map((to, i) => to - bounds[i]!);
  expect(Math.min(...lengths)).toBeGreaterThanOrEqual(2);
  expect(Math.min(lengths[0]!, lengths.at(-1)!)).toBeGreaterThanOrEqual(3);
});
