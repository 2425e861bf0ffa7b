import type { SeriesVerdict, SpanEvidence } from '../../contract/documents.ts';
import { groupBySpan, type SpanGroup } from '../findings.ts';
import type { Block } from '../markdown-budget.ts';
import { explainSpans, rowLimit } from '../markdown-tables.ts';

/** Words about the worst spans; nobody reads more. */
const mostExplained = 3;

/** What the metrics of the worst spans say together, where that is more than a table of the series shows. */
export function explainBeyondTable(
  series: readonly SeriesVerdict[],
  spans: readonly SpanEvidence[],
): Block[] {
  const groups = groupBySpan(series.slice(0, rowLimit), spans).filter(addsSomething);
  return explainSpans(groups.slice(0, mostExplained), { untitled: true });
}

function addsSomething({ evidence, series }: SpanGroup): boolean {
  if (evidence === undefined) return false;
  const shown = new Set(series.map(({ metric }) => metric));
  const isNews = evidence.movements.some(
    ({ metric, moved }) => (moved === 'up' || moved === 'down') && !shown.has(metric),
  );
  return isNews || evidence.patterns.length > 0;
}
