import { expect, test } from 'vitest';
import { createRandom, drawNormal, type Random } from '../../../src/stats/random.ts';
import { compareCanary } from '../../../src/verdict/machine/compare-canaries.ts';

const seed = 211;

/** Of a machine that is as it is on both sides: the logarithm of one reading. */
const noises: Record<string, (random: Random) => number> = {
  quiet: (random) => 0.01 * drawNormal(random),
  noisy: (random) => 0.3 * drawNormal(random),
  'shared with others: one reading in five has to wait': (random) =>
    0.03 * drawNormal(random) + (random() < 0.2 ? 1.3 : 0),
  'with a rare moment of other work': (random) =>
    0.02 * drawNormal(random) + (random() < 0.03 ? 2 * random() : 0),
};

function countFound(draw: (random: Random) => number, pairs: number, slower = 0): number {
  const random = createRandom(seed);
  let found = 0;
  for (let run = 0; run < 1000; run += 1) {
    const differences = Array.from({ length: pairs }, () => slower + draw(random) - draw(random));
    if (compareCanary('cpu.integer', differences) !== undefined) found += 1;
  }
  return found;
}

const cases = Object.entries(noises).flatMap(([name, draw]) =>
  [5, 10, 40, 200].map((pairs) => ({ name, draw, pairs })),
);

test.each(cases)(
  '$name, $pairs pairs: an unchanged machine differs in under 1%',
  ({ draw, pairs }) => {
    expect(countFound(draw, pairs)).toBeLessThan(10);
  },
);

test.each(Object.entries(noises))(
  '%s: a machine twice as slow is found by forty pairs',
  (_, draw) => {
    expect(countFound(draw, 40, Math.log(2))).toBeGreaterThan(950);
  },
);

test('four pairs say nothing, and less than 3% is no change', () => {
  expect(compareCanary('cpu.integer', [1, 1, 1, 1])).toBeUndefined();
  expect(compareCanary('cpu.integer', new Array(50).fill(0.02))).toBeUndefined();
  expect(compareCanary('cpu.integer', new Array(50).fill(0.05))?.change).toBeCloseTo(0.05, 9);
});
