import { median as medianOfLibrary, sampleVariance } from 'simple-statistics';
import { describe, expect, test } from 'vitest';
import { median } from '../../src/stats/median.ts';
import { nameNoise, type Noise } from '../../src/stats/name-noise.ts';
import { createRandom, drawNormal, type Random } from '../../src/stats/random.ts';
import { upperQuantile } from '../../src/stats/student-t.ts';
import { trimmedMean } from '../../src/stats/trimmed-mean.ts';

test('the median is the middle value, or the mean of the two in the middle, in whatever order they come', () => {
  for (const values of [[3], [9, 1], [5, 1, 40], [4, 1, 3, 2], [7, 7, 1, 10, 2, 2]]) {
    const given = [...values];
    expect(median(values)).toBe(medianOfLibrary(values));
    expect(values).toEqual(given);
  }
});

describe('trimmed mean', () => {
  /** As it is told: cut values off each end; for the error, move them to the nearest that is left instead. */
  function trimLiterally(sorted: readonly number[], share: number) {
    const n = sorted.length;
    const cut = Math.floor(share * n);
    const kept = sorted.slice(cut, n - cut);
    const winsorised = sorted.map((x) => Math.min(Math.max(x, kept[0]!), kept.at(-1)!));
    return {
      mean: kept.reduce((sum, x) => sum + x, 0) / kept.length,
      standardError: Math.sqrt(
        ((n - 1) * sampleVariance(winsorised)) / (kept.length * (kept.length - 1)),
      ),
      df: kept.length - 1,
    };
  }

  test('it agrees with the literal rule on 500 random samples', () => {
    const seed = 4711;
    const random = createRandom(seed);
    for (let i = 0; i < 500; i += 1) {
      const values = Array.from({ length: 4 + Math.floor(random() * 24) }, () =>
        Math.round(8 * drawNormal(random)),
      ).sort((a, b) => a - b);
      const share = i % 3 === 0 ? 0 : 0.2;
      const { mean, standardError, df } = trimLiterally(values, share);
      const found = trimmedMean(values, share);
      expect(found.df, `seed ${seed}, sample ${i}`).toBe(df);
      expect(found.mean, `seed ${seed}, sample ${i}`).toBeCloseTo(mean, 10);
      expect(found.standardError, `seed ${seed}, sample ${i}`).toBeCloseTo(standardError, 10);
    }
  });

  test('its interval of 90% holds the centre in nine of ten samples, outliers or not', () => {
    const seed = 5;
    const random = createRandom(seed);
    for (const outliers of [0, 0.1]) {
      let held = 0;
      for (let i = 0; i < 2_000; i += 1) {
        const sample = Array.from({ length: 20 }, () => {
          const far = random() < outliers ? 10 * Math.sign(random() - 0.5) : 0;
          return drawNormal(random) + far;
        }).sort((a, b) => a - b);
        const { mean, standardError, df } = trimmedMean(sample, 0.2);
        if (Math.abs(mean) <= upperQuantile(0.05, df) * standardError) held += 1;
      }
      expect(held / 2_000, `seed ${seed}`).toBeGreaterThan(0.87);
      expect(held / 2_000, `seed ${seed}`).toBeLessThan(0.94);
    }
  });
});

const seed = 20_261_123;
const runs = 40;

/** How often each kind is named, of 200 times that noise is drawn. */
function countKinds(draw: (random: Random) => number[]): Partial<Record<Noise['kind'], number>> {
  const random = createRandom(seed);
  const counts: Partial<Record<Noise['kind'], number>> = {};
  for (let i = 0; i < 200; i += 1) {
    const { kind } = nameNoise(draw(random).map((value) => 1e8 * Math.exp(value)));
    counts[kind] = (counts[kind] ?? 0) + 1;
  }
  return counts;
}

const list = (each: (at: number) => number) => Array.from({ length: runs }, (_, at) => each(at));

test('even noise is seldom taken for any other', () => {
  const { even = 0, 'now-and-then': stray = 0 } = countKinds((random) =>
    list(() => 0.02 * drawNormal(random)),
  );
  expect(even, `seed ${seed}`).toBeGreaterThan(170);
  expect(even + stray, `seed ${seed}`).toBeGreaterThan(190);
});

test.each<[Noise['kind'], string, (random: Random) => number[]]>([
  [
    'now-and-then',
    'one run in ten 30% slower',
    (random) => list(() => 0.02 * drawNormal(random) + (random() < 0.1 ? 0.3 : 0)),
  ],
  [
    'two-states',
    'every other run by chance 12% slower',
    (random) => list(() => 0.01 * drawNormal(random) + (random() < 0.5 ? 0.12 : 0)),
  ],
  [
    'in-turn',
    'every third run 8% slower',
    (random) => list((at) => 0.01 * drawNormal(random) + (at % 3 === 1 ? 0.08 : 0)),
  ],
  [
    'lasting',
    'noise of which 90% is left in the next run',
    (random) => {
      let last = 0;
      return list(() => (last = 0.9 * last + 0.01 * drawNormal(random)));
    },
  ],
])('%s: %s', (kind, _what, draw) => {
  expect(countKinds(draw)[kind], `seed ${seed}`).toBeGreaterThan(170);
});

test('the period and the distance of the states are told', () => {
  const random = createRandom(seed);
  const inTurn = list((at) => (at % 3 === 0 ? 110 : 100) + random());
  expect(nameNoise(inTurn), `seed ${seed}`).toEqual({ kind: 'in-turn', period: 3 });
  const states = nameNoise(list(() => (random() < 0.5 ? 112 : 100) + random()));
  expect(states.kind === 'two-states' && states.slower, `seed ${seed}`).toBeCloseTo(0.12, 1);
});
