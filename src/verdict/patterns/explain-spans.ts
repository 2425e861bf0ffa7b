import type { Movement, SeriesVerdict, SpanEvidence } from '../../contract/documents.ts';
import { countedMetric } from '../../contract/metrics.ts';
import { spanKey } from '../../contract/series-key.ts';
import { reasonOf } from '../../contract/series-reason.ts';
import { findPatterns } from './find-patterns.ts';
import { readMovement } from './read-movement.ts';

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

/** Share of the span's largest change; less does not explain it. */
const meaningfulShare = 0.25;

/**
 * The movements that may explain what happened to a span: beyond the series' own threshold, or not small
 * beside the largest change of latency or CPU. All others count as steady. Traffic has to pass its
 * threshold, since packets follow from how long a transfer takes.
 */
export function weighClues(series: readonly SeriesVerdict[]): Movement[] {
  let main = 0;
  for (const one of series) {
    if (isMain(one.metric) && one.state === 'regressed') main = Math.max(main, sizeOf(one));
  }
  return series.map((one) => {
    const movement = readMovement(one);
    if (one.state === 'regressed' || one.state === 'improved') return movement;
    if (movement.moved !== 'up' && movement.moved !== 'down') return movement;
    const counts = !one.metric.startsWith('network.') && sizeOf(one) >= meaningfulShare * main;
    return counts ? movement : { ...movement, moved: 'steady' };
  });
}

function isMain(metric: string): boolean {
  return metric === 'latency' || metric.startsWith('cpu.');
}

/** On a logarithmic scale, so that half and double are equally large. */
function sizeOf({ evidence }: SeriesVerdict): number {
  if (evidence.change === undefined) return Infinity;
  return Math.abs(Math.log1p(Math.max(evidence.change, -1)));
}
