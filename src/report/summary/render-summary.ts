import type { Verdict } from '../../contract/documents.ts';
import { canBlock, groupBySpan, hasVanished, sortFindings } from '../findings.ts';
import { fold } from '../blocks.ts';
import { explainSeries } from '../explain-series.ts';
import { printMarkdown } from '../print-markdown.ts';
import { composeView } from '../pull-request/compose-view.ts';
import { titleBlock } from '../pull-request/title-view.ts';
import { viewVerdict, type VerdictOptions } from '../verdict-view.ts';
import { linkArtifact, type Site } from './site.ts';

/**
 * A longer summary is not cut by GitHub but dropped, and Buildkite's agent refuses a longer annotation; in bytes of
 * UTF-8, for all that one step writes.
 */
export const summaryLimitBytes = 1_048_576;

export interface SummaryOptions extends VerdictOptions {
  /** GitHub when absent. */
  site?: Site;
  /** Words to path of files that the build has on Buildkite, shown below the verdict. */
  artifacts?: Readonly<Record<string, string>>;
}

/** Left for what the step writes besides, such as the line break at the end. */
const reservedBytes = 1024;

/** As many as can be looked at. */
const mostSpans = 3;

/**
 * The verdict as GitHub's job summary or Buildkite's annotation: what the comment says, with charts of the worst few
 * spans. Below 1,048,576 bytes whatever the size of the build.
 */
export function renderSummary(verdict: Verdict, options: SummaryOptions = {}): string {
  const { artifacts = {}, site = 'github', ...rest } = options;
  const { back, backTitle, foot, front, title } = composeView(viewVerdict(verdict, rest));
  const { regressions, undecided, warnings } = sortFindings(verdict);
  const worst = [
    ...regressions,
    ...warnings,
    ...undecided.filter((one) => canBlock(one) && !hasVanished(one)),
  ];
  const charts = groupBySpan(worst, verdict.spans)
    .slice(0, mostSpans)
    .flatMap((group) => explainSeries(group, { ...verdict, isInTable: true }));
  const links = Object.entries(artifacts).map(([words, path]) => linkArtifact(words, path));
  const artifactLine = links.length === 0 ? '' : `${links.join(' · ')}\n\n`;
  const start = `${printMarkdown([titleBlock(title)])}${artifactLine}`;
  const limitBytes = summaryLimitBytes - reservedBytes - new TextEncoder().encode(start).length;
  return `${start}${printMarkdown([...front, ...charts, ...fold(backTitle, back), ...foot], { limitBytes, site })}`;
}
