import type { Verdict, WorstSeries } from '../contract/documents.ts';

/** The series that a verdict names first; undefined if none is regressed or undecided. */
export function nameWorst({ series: [first] }: Pick<Verdict, 'series'>): WorstSeries | undefined {
  if (first?.state !== 'regressed' && first?.state !== 'undecided') return undefined;
  const { annotations, evidence, metric, platform, span, test } = first;
  const { change } = evidence;
  return { test, span, annotations, platform, metric, ...(change === undefined ? {} : { change }) };
}
