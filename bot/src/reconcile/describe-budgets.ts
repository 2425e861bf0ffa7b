import type { Alert } from '../../../src/contract/alerts.ts';
import type { SeriesVerdict } from '../../../src/contract/documents.ts';
import { titleMetric } from '../../../src/contract/metrics.ts';
import type { SeriesIdentity } from '../../../src/contract/series-key.ts';
import { formatChange } from '../../../src/contract/units.ts';
import { nameSpan } from '../../../src/report/series-words.ts';

const mostParts = 3;
/** Names of strangers, as far as a sentence has room. */
const cut = (text: string, longest: number): string =>
  text.length > longest ? `${text.slice(0, longest)}…` : text;

/**
 * What a reader of a change has to know of the budgets that its branch exceeds.
 * @param held what the change makes worse of that
 */
export function describeBudgets(
  budgets: readonly Alert[],
  held: readonly SeriesVerdict[],
): string[] {
  const [first, ...rest] = held;
  const more = rest.length === 0 ? '' : `, and ${rest.length} more series`;
  const own =
    first === undefined
      ? []
      : [
          `This change makes it worse still: ${nameSeries(first)} ${formatChange(first.evidence.change ?? 0)}${more}.`,
        ];
  return [...own, ...describeAll(budgets)];
}

function nameSeries(series: Pick<SeriesIdentity, 'metric' | 'test' | 'span'>): string {
  return `${titleMetric(series.metric)} of ${cut(nameSpan(series), 80)}`;
}

function describeAll(budgets: readonly Alert[]): string[] {
  return budgets.flatMap(({ budget, series: [worst, ...others] }) => {
    if (budget === undefined || worst === undefined) return [];
    const since =
      budget.since === 'best' ? 'the best level of a year' : (budget.release ?? 'the last release');
    const more = others.length === 0 ? '' : ` and ${others.length} more series`;
    const size = `${nameSeries(worst)} ${formatChange(worst.change)}${more}`;
    const parts = budget.parts
      .slice(0, mostParts)
      .map(
        ({ commit, size: part, subject }) =>
          `${formatChange(part)} ${commit.slice(0, 12)} ${cut(subject, 60)}`,
      );
    const most = parts.length === 0 ? '' : ` The most: ${parts.join('; ')}.`;
    const blocks =
      budget.action === 'block' ? ' A change that makes these worse is held back.' : '';
    return [
      `The default branch is over its budget of ${formatChange(budget.limit).slice(1)} since ${cut(since, 60)}: ${size}.${blocks}${most}`,
    ];
  });
}
