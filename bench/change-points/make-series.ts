import { createRandom, drawNormal, type Random } from '../../src/stats/random.ts';

export interface LabelledSeries {
  id: string;
  values: number[];
  truth: number[];
}

/** What the noise of a series is like; CoV 3% and nothing else where nothing is said. */
export interface Noise {
  cov?: number;
  /** CoV of the second half. */
  covLater?: number;
  /** Correlation of neighbours. */
  correlation?: number;
  /** Share of values that are 30% higher. */
  outliers?: number;
  /** Growth from one value to the next. */
  trend?: number;
  /** Values are multiples of this; the level is 100. */
  grain?: number;
}

export const noises: Record<string, Noise> = {
  'normal, 3%': {},
  'neighbours correlated .3': { correlation: 0.3 },
  'neighbours correlated .6': { correlation: 0.6 },
  '5% outliers': { outliers: 0.05 },
  '10% outliers': { outliers: 0.1 },
  'thrice the noise later': { covLater: 0.09 },
  'steps of 5%': { grain: 5 },
  'trend of 16% in 300': { trend: 0.0005 },
  'trend of 82% in 300': { trend: 0.002 },
};

export function drawNoise(length: number, noise: Noise, random: Random): number[] {
  const { cov = 0.03, covLater = cov, correlation = 0, outliers = 0, trend = 0, grain } = noise;
  let remembered = 0;
  return Array.from({ length }, (_, at) => {
    remembered = correlation * remembered + Math.sqrt(1 - correlation ** 2) * drawNormal(random);
    const here = at < length / 2 ? cov : covLater;
    const outlier = random() < outliers ? 1.3 : 1;
    const value = 100 * Math.exp(here * remembered + trend * at) * outlier;
    return grain === undefined ? value : Math.round(value / grain) * grain;
  });
}

/** 200 series of 500 values at 1, 2, 3 or 5% noise with 0, 1 or 3 steps of 5%, at least 30 apart. */
export function makeSeries(seed: number): LabelledSeries[] {
  const random = createRandom(seed);
  return Array.from({ length: 200 }, (_, i) => {
    const cov = [0.01, 0.02, 0.03, 0.05][i % 4]!;
    const values = drawNoise(500, { cov }, random);
    const truth: number[] = [];
    while (truth.length < [0, 1, 3][i % 3]!) {
      const at = 30 + Math.floor(440 * random());
      if (truth.every((other) => Math.abs(other - at) >= 30)) truth.push(at);
    }
    for (const at of truth) {
      const factor = random() < 0.5 ? 1.05 : 1 / 1.05;
      for (let later = at; later < values.length; later += 1) values[later]! *= factor;
    }
    return { id: `simulated ${i}`, values, truth: truth.toSorted((a, b) => a - b) };
  });
}
