import type { Samples } from '../../contract/documents.ts';
import type { Estimate } from '../rule/estimate.ts';

/** What was seen in the repeats that makes it doubtful which of them are the disturbed ones. */
export function describeDisturbed(estimate: Estimate): string {
  const { subject, rejectedBefore, rejectedAfter, baseBefore, baseAfter } = estimate;
  if (estimate.method === 'paired-t') {
    const pairs = rejectedBefore.length;
    return `${pairs} pairs differ far more than the rest, too many to tell which are the disturbed ones`;
  }
  const { series, metric } = subject;
  const sign = metric.direction === 'lower' ? 1 : -1;
  const countBetter = (samples: Samples, rejected: readonly number[], base: number): number =>
    rejected.filter((repeat) => sign * ((samples[repeat] ?? base) - base) < 0).length;
  const better =
    countBetter(series.before, rejectedBefore, baseBefore) +
    countBetter(series.after, rejectedAfter, baseAfter);
  if (better === 0) {
    const far = rejectedBefore.length + rejectedAfter.length;
    return `${far} repeats lie far from the rest, too many to tell which are the disturbed ones`;
  }
  const many = better === 1 ? 'one repeat was' : `${better} repeats were`;
  if (metric.name === 'latency') {
    return `${many} much faster than the rest, so the slow ones may be the disturbed ones`;
  }
  const size = metric.direction === 'lower' ? 'lower' : 'higher';
  return `${many} much ${size} than the rest, so the others may be the disturbed ones`;
}
