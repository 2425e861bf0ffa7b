import type { SeriesIdentity } from '../contract/series-key.ts';

/** A regression that a person with write access accepted. */
export interface Accept {
  /** Short, for people: `A7`. Unique in its repository. */
  id: string;
  repositoryId: number;
  /** The pull request it was said on; absent for one on the default branch. */
  number?: number;
  /** The commit whose measurement was accepted. */
  commit: string;
  /** Each series that it covers, and how bad it may be: what was measured when it was accepted. */
  series: readonly AcceptedSeries[];
  by: string;
  because: string;
  atMs: number;
  /** Until the end of this day (UTC, YYYY-MM-DD). */
  until?: string;
  /** Absent while it stands. */
  takenBack?: { by: string; atMs: number };
}

export interface AcceptedSeries {
  /** `seriesKey` of the contract. */
  key: string;
  test: string;
  span: string;
  metric: string;
  /** As a ratio minus one; absent where the metric came from zero, then `changeAbsolute` counts. */
  change?: number;
  changeAbsolute?: number;
  /** The upper bound of the interval, as a ratio minus one: what may be measured of the same change again. */
  upper?: number;
}

/** The key holds what the record does not. */
export function identifyAccepted({ key, metric, span, test }: AcceptedSeries): SeriesIdentity {
  const [, , annotations, platform = ''] = key.split('\u0000');
  const pairs = JSON.parse(annotations || '[]') as [string, string | number | boolean][];
  return { test, span, metric, platform, annotations: Object.fromEntries(pairs) };
}
