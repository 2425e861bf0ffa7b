import type { State } from '../../contract/documents.ts';
import type { Metric, Samples, SeriesSamples, ThresholdUsed } from '../../contract/documents.ts';

/** A series with everything that is needed to judge it, before any statistics. */
export interface Subject {
  series: SeriesSamples;
  metric: Metric;
  threshold: ThresholdUsed;
  /** For a test that perigee.yml before the change does not plan: it tells nothing of the others. */
  isNew: boolean;
  /** The values that a side really has, in the order of the runs. */
  before: readonly number[];
  after: readonly number[];
}

export function listPresent(samples: Samples): readonly number[] {
  // Most samples are whole: a build has up to a million, and a copy of each would be most of the memory.
  return samples.every((value) => value !== null) ? samples : samples.filter((v) => v !== null);
}

export function isConstant(values: readonly number[]): boolean {
  for (const value of values) if (value !== values[0]) return false;
  return true;
}

/** A series that needs no test: too little, nothing to compare, or nothing left to chance. */
export interface Settled {
  subject: Subject;
  state: State;
  why:
    | 'alone'
    | 'no-values'
    | 'before-missing'
    | 'before-lost'
    | 'before-never-passed'
    | 'after-missing'
    | 'too-few'
    | 'below-absolute'
    | 'exact'
    /** For instructions: compared; too near to the threshold; unlike in each run; too few. */
    | 'counts'
    | 'counts-near'
    | 'counts-differ'
    | 'counted-once';
}
