import { expect, test } from 'vitest';
import { findRejectionLimit } from '../../src/stats/control-discoveries.ts';
import { createRandom } from '../../src/stats/random.ts';

/** The definition: the largest k whose k-th smallest p is at most q·k/m. */
function searchLimit(ps: readonly number[], q: number): number {
  const sorted = ps.toSorted((a, b) => a - b);
  const passing = sorted.filter((p, i) => p <= (q * (i + 1)) / sorted.length);
  return passing.length === 0 ? -1 : Math.max(...passing);
}

test('a later p that passes carries the earlier ones that did not', () => {
  expect(findRejectionLimit([0.03, 0.04, 0.045, 0.9], 0.06)).toBe(0.045);
});

test('nothing is rejected among large p, nor in an empty family', () => {
  expect(findRejectionLimit([0.5, 0.2, 1], 0.05)).toBe(-1);
  expect(findRejectionLimit([], 0.05)).toBe(-1);
});

test('it agrees with the definition on 300 random families', () => {
  const seed = 5;
  const random = createRandom(seed);
  for (let i = 0; i < 300; i += 1) {
    const ps = Array.from({ length: 1 + Math.floor(random() * 30) }, () => random() ** 3);
    expect(findRejectionLimit(ps, 0.1), `seed ${seed}, family ${i}`).toBe(searchLimit(ps, 0.1));
  }
});

test('with nothing to find, about a share q of the families rejects anything', () => {
  const seed = 6;
  const random = createRandom(seed);
  let rejecting = 0;
  for (let i = 0; i < 4000; i += 1) {
    const ps = Array.from({ length: 50 }, random);
    if (findRejectionLimit(ps, 0.05) >= 0) rejecting += 1;
  }
  expect(rejecting / 4000, `seed ${seed}`).toBeGreaterThan(0.035);
  expect(rejecting / 4000, `seed ${seed}`).toBeLessThan(0.065);
});
