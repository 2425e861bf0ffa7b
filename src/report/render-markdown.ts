import type { Verdict } from '../contract/documents.ts';
import { groupBySpan, sortFindings, titleUnchanged } from './findings.ts';
import { fitBlocks, markdownLimitBytes } from './markdown-budget.ts';
import { tabulateWithoutBaseline } from './markdown-measured.ts';
import {
  foldFacts,
  type HeadingOptions,
  listBrokenTests,
  listLeftOutTests,
  listProblems,
  listVisibility,
  showHeading,
} from './markdown-sections.ts';
import { explainSpans, rowLimit, tabulateSeries } from './markdown-tables.ts';
import { isCause } from './order-problems.ts';
import { indexMetrics } from './series-words.ts';

export interface MarkdownOptions extends HeadingOptions {
  /** For what the caller writes around it. */
  reservedBytes?: number;
}

/**
 * The verdict as GitHub-flavoured Markdown for a comment, a check or a job summary: at most 65,535
 * bytes whatever the size of the build, the worst first, and it says what it left out.
 */
export function renderMarkdown(verdict: Verdict, options: MarkdownOptions = {}): string {
  const metrics = indexMetrics(verdict.metrics);
  const found = sortFindings(verdict);
  const { regressions, warnings } = found;
  const pastLimit = [...regressions.slice(0, rowLimit), ...warnings.slice(0, rowLimit)];
  const blocks = [
    showHeading(verdict, options),
    ...listBrokenTests(found.brokenTests, verdict.problems),
    ...listProblems(verdict.problems.filter(isCause), { title: 'Errors' }),
    ...tabulateSeries('Regressed', regressions, metrics),
    ...explainSpans(groupBySpan(pastLimit, verdict.spans)),
    ...tabulateSeries('Warnings', warnings, metrics),
    ...tabulateSeries('Improved', found.improvements, metrics, { fold: true }),
    ...tabulateSeries('Undecided', found.undecided, metrics, {
      fold: verdict.conclusion !== 'undecided',
      doubts: true,
    }),
    ...listLeftOutTests(verdict),
    ...listVisibility(verdict),
    ...listProblems(verdict.problems.filter((problem) => !isCause(problem))),
    foldFacts(verdict),
    ...tabulateWithoutBaseline(verdict, found.noBaseline, metrics),
    ...tabulateSeries(titleUnchanged(found), found.unchanged, metrics, { fold: true }),
  ];
  return fitBlocks(blocks, markdownLimitBytes - (options.reservedBytes ?? 0));
}
