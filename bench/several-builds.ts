/**
 * What several builds a side would show if builds of the same code differ: each side is built n times, and the 20 runs
 * of a side are shared among its builds. A t-test compares the means of the builds, so their variance holds both that
 * between builds and that of the runs within: in a balanced nested design nothing else is needed (Searle, Casella,
 * McCulloch 1992, "Variance Components", chapter 3). It is drawn towards the other series as that of runs is.
 *   node bench/several-builds.ts [--builds 300] [--seed 1] [--borrowed 10]
 * Without disturbed runs: it is about the builds. A series borrows at most so many degrees of freedom.
 */
import { parseArgs } from 'node:util';
import { mean, sampleVariance } from 'simple-statistics';
import { findRejectionLimit } from '../src/stats/control-discoveries.ts';
import { createRandom, drawNormal, type Random } from '../src/stats/random.ts';
import { fitPrior, shrinkVariance } from '../src/stats/shrink-variances.ts';
import { upperTail } from '../src/stats/student-t.ts';

const { values: options } = parseArgs({
  options: {
    builds: { type: 'string', default: '300' },
    seed: { type: 'string', default: '1' },
    borrowed: { type: 'string', default: '10' },
  },
});
const trials = Number(options.builds);
const seriesCount = 200;
const changedCount = 10;
const runs = 20;
const rate = 0.01;
const [floor, margin] = [Math.log(1.05), Math.log(1.01)];

interface Sides {
  before: number[];
  after: number[];
}

/** The means of the builds of a series, as logarithms. */
function drawMeans(random: Random, perSide: number, shift: number, effect: number): Sides {
  const noise = 0.02 * Math.exp(0.6 * drawNormal(random));
  const ofMean = noise / Math.sqrt(runs / perSide);
  const draw = (level: number) =>
    Array.from(
      { length: perSide },
      () => level + shift * drawNormal(random) + ofMean * drawNormal(random),
    );
  return { before: draw(0), after: draw(Math.log1p(effect)) };
}

/** Which series are red: by at least 5%, and not by chance. */
function listRed(all: readonly Sides[], perSide: number): boolean[] {
  const df = 2 * (perSide - 1);
  const variances = all.map(
    ({ before, after }) => (sampleVariance(before) + sampleVariance(after)) / 2,
  );
  const fitted = fitPrior(
    variances,
    variances.map(() => df),
  );
  const prior = { ...fitted, df: Math.min(fitted.df, Number(options.borrowed)) };
  const effects = all.map(({ before, after }) => mean(after) - mean(before));
  const chances = effects.map((effect, i) => {
    const variance = shrinkVariance(variances[i] as number, df, prior);
    return upperTail((effect - margin) / Math.sqrt((2 * variance) / perSide), df + prior.df);
  });
  const limit = findRejectionLimit(chances, rate);
  return effects.map((effect, i) => effect >= floor && (chances[i] as number) <= limit);
}

console.log('builds differ by | builds a side | any false red | 10% found | 20% found');
for (const shift of [0, 0.015, 0.03]) {
  for (const perSide of [2, 3, 4, 5]) {
    const random = createRandom(Number(options.seed));
    let falseReds = 0;
    const found = [0.1, 0.2].map((effect) => {
      let hits = 0;
      for (let trial = 0; trial < trials; trial += 1) {
        const all = Array.from({ length: seriesCount }, (_, i) =>
          drawMeans(random, perSide, shift, i < changedCount ? effect : 0),
        );
        hits += listRed(all, perSide).slice(0, changedCount).filter(Boolean).length;
      }
      return hits / trials / changedCount;
    });
    for (let trial = 0; trial < trials; trial += 1) {
      const all = Array.from({ length: seriesCount }, () => drawMeans(random, perSide, shift, 0));
      if (listRed(all, perSide).some(Boolean)) falseReds += 1;
    }
    const shares = found.map((share) => `${(100 * share).toFixed(0)}%`);
    console.log(`${100 * shift}% | ${perSide} | ${falseReds} of ${trials} | ${shares.join(' | ')}`);
  }
}
