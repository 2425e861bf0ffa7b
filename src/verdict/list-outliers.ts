import type { Aggregate, Side } from '../contract/documents.ts';
import type { SeriesIdentity } from '../contract/series-key.ts';
import { estimateSeries } from './estimate-series.ts';

/** The repeats of a series that did not count towards the location of their side. */
export type SeriesOutliers = SeriesIdentity & Record<Side, { rejected: readonly number[] }>;

/**
 * What `judge` without rules would set aside, of the series that have some. For whoever keeps the values and
 * wants no verdict: to decide and to word it is three quarters of the work.
 */
export function listOutliers(aggregate: Aggregate): SeriesOutliers[] {
  const today = aggregate.build.startedAt.slice(0, 10);
  const { estimates } = estimateSeries(aggregate, { rules: [], today, tagsOf: new Map() });
  return estimates.flatMap(({ subject, rejectedBefore, rejectedAfter }) => {
    if (rejectedBefore.length + rejectedAfter.length === 0) return [];
    const { test, span, annotations, platform, metric } = subject.series;
    const rejected = { before: { rejected: rejectedBefore }, after: { rejected: rejectedAfter } };
    return [{ test, span, annotations, platform, metric, ...rejected }];
  });
}
