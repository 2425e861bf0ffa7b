import type { Metric, Samples, SeriesSamples, ThresholdUsed } from '../../contract/documents.ts';
import type { Scale } from './scale.ts';

/** The values that one side really has. */
export interface Present {
  values: number[];
  /** The repeat of each value. */
  repeats: number[];
}

/** A series with everything that is needed to judge it, before any statistics. */
export interface Subject {
  series: SeriesSamples;
  metric: Metric;
  threshold: ThresholdUsed;
  before: Present;
  after: Present;
}

/** One side on its scale. */
export interface ScaledSide {
  /** In the order of the runs. */
  values: number[];
  sorted: number[];
}

/** A subject whose values vary, on its scale, with the variance of one run. */
export interface Measured {
  subject: Subject;
  scale: Scale;
  before: ScaledSide;
  after: ScaledSide;
  variance: number;
  df: number;
  /** What the steps of the source alone contribute to the variance. */
  leastVariance: number;
  /** Its noise is like no other's: it neither lends nor borrows variance. */
  alone: boolean;
}

export function listPresent(samples: Samples): Present {
  const values: number[] = [];
  const repeats: number[] = [];
  for (let repeat = 0; repeat < samples.length; repeat += 1) {
    const value = samples[repeat];
    if (value === null || value === undefined) continue;
    values.push(value);
    repeats.push(repeat);
  }
  return { values, repeats };
}
