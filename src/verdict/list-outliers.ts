import { formatDay } from '../contract/format-time.ts';
import type { Aggregate, Side } from '../contract/documents.ts';
import type { SeriesIdentity } from '../contract/series-key.ts';
import { settleWithoutTest } from './estimate-series.ts';
import { listFar } from './rule/list-far.ts';
import { chooseScale, placeOnScale, stepOf } from './rule/scale.ts';

/** The repeats of a series that did not count towards the location of their side. */
export type SeriesOutliers = SeriesIdentity & Record<Side, { rejected: readonly number[] }>;

/**
 * Marks values as `judge` without rules does, for the series that have some far from the rest. For a store that keeps
 * the values and wants no verdict.
 */
export function listOutliers(aggregate: Aggregate): SeriesOutliers[] {
  const today = formatDay(aggregate.build.startedAt);
  const { subjects } = settleWithoutTest(aggregate, { rules: [], today, tagsOf: new Map() });
  return subjects.flatMap((subject) => {
    const step = stepOf(subject);
    const scale = chooseScale(subject, step);
    const { rejectedBefore, rejectedAfter } = listFar(
      placeOnScale(subject, scale),
      { scale, step },
      aggregate.plan.outliersPerFive,
    );
    if (rejectedBefore.length + rejectedAfter.length === 0) return [];
    const { test, span, annotations, platform, metric } = subject.series;
    const rejected = { before: { rejected: rejectedBefore }, after: { rejected: rejectedAfter } };
    return [{ test, span, annotations, platform, metric, ...rejected }];
  });
}
