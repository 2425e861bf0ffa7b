import { expect, test } from 'vitest';
import { createRandom } from '../../src/stats/random.ts';
import { drawBenchmarks, explainBenchmarks } from './draw-pairs.ts';

test.each([
  ['of its own', 'own0-0', 5, 1.3, 90],
  ['that the other benchmarks call too', 'shared', 5, 1.6, 90],
  ['that is new', 'new', 5, 1.3, 95],
  ['of the only benchmark', 'own0-0', 1, 1.2, 95],
])(
  'where a tool repeats benchmarks for a fixed time, a function %s is found and no innocent one is named',
  (_, guilty, benchmarks, ratio, least) => {
    const random = createRandom(14);
    const one = { benchmarks, guilty, pairs: 5, ratio };
    let [found, wrong] = [0, 0];
    for (let run = 0; run < 100; run += 1) {
      const { functions } = explainBenchmarks(drawBenchmarks(random, one), one);
      if (functions.some(({ name }) => name === guilty)) found += 1;
      if (functions.some(({ name }) => name !== guilty)) wrong += 1;
    }
    expect(found).toBeGreaterThanOrEqual(least);
    expect(wrong).toBeLessThanOrEqual(1);
  },
);

test('what runs more often since its benchmark became faster is not named', () => {
  const random = createRandom(15);
  const one = { guilty: 'own1-0', pairs: 10, ratio: 2 };
  const pairs = drawBenchmarks(random, one).map(({ after, before }) => ({
    before: after,
    after: before,
  }));
  const named = [0, Math.log(one.ratio)].map(
    (gain) => explainBenchmarks(pairs, one, gain).functions.length,
  );
  expect(named[0]).toBeGreaterThan(0);
  expect(named[1]).toBe(0);
});
