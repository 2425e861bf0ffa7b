import { expect, test } from 'vitest';
import type { CanarySamples } from '../../../src/contract/documents.ts';
import { createRandom, drawNormal, type Random } from '../../../src/stats/random.ts';
import { compareCanaries } from '../../../src/verdict/machine/compare-canaries.ts';

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

const names = ['cpu.integer', 'memory.latency', 'disk.flush', 'loopback.latency'];

/** Of 1,000 runs whose canaries have so many pairs each. */
function countFound(draw: (random: Random) => number, pairs: number, slower = 0): number {
  const random = createRandom(seed);
  let found = 0;
  for (let run = 0; run < 1000; run += 1) {
    const samples = names.map((canary) => {
      const reading = (log: number) => 1e6 * Math.exp(log + draw(random));
      const before = Array.from({ length: pairs }, () => reading(0));
      return {
        shard: 0,
        host: 'c'.repeat(64),
        test: 'a',
        canary,
        before,
        after: before.map(() => reading(slower)),
      };
    });
    if (compareCanaries(samples).length > 0) found += 1;
  }
  return found;
}

const cases = Object.entries(noises).flatMap(([name, draw]) =>
  [2, 5, 10, 50].map((pairs) => ({ name, draw, pairs })),
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

const steady = (after: number, pairs: number) => [
  {
    ...{ shard: 0, host: 'c'.repeat(64), test: 'a', canary: 'cpu.integer' },
    before: new Array<number>(pairs).fill(1e6),
    after: new Array<number>(pairs).fill(after),
  },
];

test('four pairs say nothing, and less than 3% is no change', () => {
  expect(compareCanaries(steady(2e6, 4))).toEqual([]);
  expect(compareCanaries(steady(1.02e6, 50))).toEqual([]);
  expect(compareCanaries(steady(1.05e6, 50))[0]?.change).toBeCloseTo(Math.log(1.05), 9);
});

test('few pairs of each canary tell together', () => {
  const few = names.map((canary) => ({ ...steady(1.3e6, 2)[0], canary })) as CanarySamples[];
  expect(compareCanaries(few)).toMatchObject([{ concerns: 'latency' }]);
});
