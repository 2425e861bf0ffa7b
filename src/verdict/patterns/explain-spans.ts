import type { SeriesVerdict, SpanEvidence } from '../../contract/documents.ts';
import { countedMetric } from '../../contract/metrics.ts';
import { spanKey } from '../../contract/series-key.ts';
import { reasonOf } from '../../contract/series-reason.ts';
import { findPatterns } from './find-patterns.ts';
import { readMovement } from './read-movement.ts';
import { weighClues } from './weigh-clues.ts';

/** For each span with a regressed series, in the order of the verdict: what all its metrics did. */
export function explainSpans(series: readonly SeriesVerdict[]): SpanEvidence[] {
  const bySpan = new Map<string, SeriesVerdict[]>();
  for (const one of series) {
    if (one.state === 'regressed') bySpan.set(spanKey(one), []);
  }
  if (bySpan.size === 0) return [];
  for (const one of series) bySpan.get(spanKey(one))?.push(one);
  return [...bySpan.values()].map((members) => {
    const { test, span, annotations, platform } = members[0] as SeriesVerdict;
    const movements = members.map(readMovement);
    const counted = members.find(({ metric }) => metric === countedMetric);
    const counts = counted && [{ name: 'counted', text: `Instructions: ${reasonOf(counted)}` }];
    const patterns = [...(counts ?? []), ...findPatterns(weighClues(members))].slice(0, 10);
    return { test, span, annotations, platform, movements, patterns };
  });
}
