import { estimate, type Estimate } from './estimate.ts';
import { estimatePairs } from './estimate-pairs.ts';
import type { MetricFamilies } from './fit-metrics.ts';
import { measurePairs } from './measure-pairs.ts';
import { measureSubject } from './measure-subject.ts';
import { shrinkNoise } from './shrink-families.ts';
import type { Subject } from './subject.ts';

/** Estimates the change of a series: from its pairs where its metric is paired and they say something. */
export function estimateSubject(
  subject: Subject,
  families: ReadonlyMap<string, MetricFamilies>,
  outliersPerFive: number,
): Estimate {
  const { runs, pairs } = families.get(subject.series.metric) ?? {};
  const measured = measureSubject(subject, outliersPerFive);
  const noise = shrinkNoise(measured, measured.alone ? undefined : runs);
  const fromSides = estimate(measured, noise, outliersPerFive);
  if (pairs === undefined) return fromSides;
  const paired = measurePairs(measured, outliersPerFive);
  if (paired === undefined) return fromSides;
  return estimatePairs(fromSides, paired, shrinkNoise(paired, pairs), outliersPerFive);
}
