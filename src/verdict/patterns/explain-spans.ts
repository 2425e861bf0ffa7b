import type { SeriesVerdict, SpanEvidence } from '../../contract/documents.ts';
import { spanKey } from '../../contract/series-key.ts';
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
    const patterns = findPatterns(weighClues(members));
    return { test, span, annotations, platform, movements, patterns };
  });
}
