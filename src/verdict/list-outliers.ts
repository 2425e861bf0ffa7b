import type { Aggregate, Side } from '../contract/documents.ts';
import type { SeriesIdentity } from '../contract/series-key.ts';
import { settleWithoutTest } from './estimate-series.ts';
import { screenSides } from './rule/estimate.ts';
import { screenPairs } from './rule/estimate-pairs.ts';
import { fitRuns, type MetricFamilies } from './rule/fit-metrics.ts';
import { measurePairs } from './rule/measure-pairs.ts';
import { measureSubject } from './rule/measure-subject.ts';
import { shrinkNoise } from './rule/shrink-families.ts';
import type { Subject } from './rule/subject.ts';

/** The repeats of a series that did not count towards the location of their side. */
export type SeriesOutliers = SeriesIdentity & Record<Side, { rejected: readonly number[] }>;

/**
 * What `judge` without rules would set aside, of the series that have some. For whoever keeps the values and
 * wants no verdict: of a verdict's work only the screening is done.
 */
export function listOutliers(aggregate: Aggregate): SeriesOutliers[] {
  const today = aggregate.build.startedAt.slice(0, 10);
  const { subjects } = settleWithoutTest(aggregate, { rules: [], today, tagsOf: new Map() });
  const { outliersPerFive } = aggregate.plan;
  const families = fitRuns(subjects, outliersPerFive);
  return subjects.flatMap((subject) => {
    const [before, after] = screen(subject, families, outliersPerFive);
    if (before.length + after.length === 0) return [];
    const { test, span, annotations, platform, metric } = subject.series;
    const rejected = { before: { rejected: before }, after: { rejected: after } };
    return [{ test, span, annotations, platform, metric, ...rejected }];
  });
}

/** @returns the rejected repeats of before and of after */
function screen(
  subject: Subject,
  families: ReadonlyMap<string, MetricFamilies>,
  outliersPerFive: number,
): [before: readonly number[], after: readonly number[]] {
  const { runs, pairs } = families.get(subject.series.metric) ?? {};
  const measured = measureSubject(subject, outliersPerFive);
  const paired = pairs && measurePairs(measured, outliersPerFive);
  if (paired !== undefined) {
    const { deviation } = shrinkNoise(paired, pairs);
    const { rejected } = screenPairs(paired, deviation, outliersPerFive);
    return [rejected, rejected];
  }
  const { deviation } = shrinkNoise(measured, measured.alone ? undefined : runs);
  const { rejectedBefore, rejectedAfter } = screenSides(measured, deviation, outliersPerFive);
  return [rejectedBefore, rejectedAfter];
}
