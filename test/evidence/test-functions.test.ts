import { expect, test } from 'vitest';
import { prove } from '../../src/evidence/test-functions.ts';
import { createRandom } from '../../src/stats/random.ts';
import { drawBenchmarks, drawPairs, explain, explainBenchmarks, usual } from './draw-pairs.ts';

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

// Unless the change touches it, it may be what makes the inputs.
test.each([
  ['it', 'w.js', ['work']],
  ['what calls it', 'b.js', ['work']],
  ['another', 'c.js', []],
])(
  'a function that is most of a run grows with the iteration of the only benchmark if the change touches it: %s',
  (_, file, named) => {
    const random = createRandom(18);
    const means = { 'node;start of Node': 200, 'node;bench (b.js:1);work (w.js:1)': 740 };
    const pairs = drawPairs(random, 5, means, means);
    const one = { benchmarks: 1, guilty: 'work', pairs: 5, ratio: 1.3 };
    const diff = `--- a/${file}\n+++ b/${file}\n@@ -1 +1 @@\n`;
    const { functions } = explainBenchmarks(pairs, one, 0, diff);
    expect(functions.map(({ name }) => name)).toEqual(named);
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

test('of unchanged code, the looks after three, five and ten pairs prove nothing in 99 of 100 explanations', () => {
  const random = createRandom(16);
  let wrong = 0;
  for (let run = 0; run < 300; run += 1) {
    const pairs = drawPairs(random, 10, usual, usual);
    const looks = [3, 5, 10].map((most) => explain(pairs.slice(0, most), usual, usual).functions);
    if (looks.flat().some(({ certainty }) => certainty === 'proven')) wrong += 1;
  }
  expect(wrong).toBeLessThanOrEqual(3);
});

test('three pairs do not prove growth of a function that varies more than the others', () => {
  const random = createRandom(17);
  let wrong = 0;
  for (let run = 0; run < 200; run += 1) {
    const side = () => drawPairs(random, 1, usual, usual)[0]?.before ?? [];
    const varying = () => drawPairs(random, 1, { varies: 400 }, {}, 0.7)[0]?.before ?? [];
    const pairs = Array.from({ length: 3 }, () => ({
      before: [...side(), ...varying()],
      after: [...side(), ...varying()],
    }));
    if (explain(pairs, usual, usual).functions.length > 0) wrong += 1;
  }
  expect(wrong).toBeLessThanOrEqual(1);
});

test('a function that the change touches is proven by less than one that it does not touch', () => {
  const tested = (name: string, p: number) => ({
    ...{ key: name, before: 1, after: 2, low: 0, high: 2, p },
  });
  const all = [
    ...Array.from({ length: 40 }, (_, at) => tested(`f${at}`, 0.5)),
    tested('own', 0.002),
  ];
  const isOwn = (key: string): boolean => key === 'own';
  const proven = [isOwn, () => false].map((isLikely) =>
    prove(all, 0.005, isLikely).flatMap(({ isProven, key }) => (isProven ? [key] : [])),
  );
  expect(proven).toEqual([['own'], []]);
});
