import { labelTest } from '../../contract/platforms.ts';
import { isBaseless } from '../../contract/baseless-tests.ts';
import type { SeriesVerdict, Verdict } from '../../contract/documents.ts';
import { seriesKey } from '../../contract/series-key.ts';
import { writeUntouchedShards } from '../../contract/untouched-shards.ts';
import { annotateRules, type AnnotationLevel } from '../annotations/annotate-rules.ts';
import { isBroken } from '../findings.ts';
import { paragraph } from '../blocks.ts';
import { cutPlain } from '../plain-text.ts';
import { markdownLimitBytes, printMarkdown } from '../print-markdown.ts';
import { composeView } from './compose-view.ts';
import { writeTitle } from './title-view.ts';
import type { PullRequestView, ViewFate, ViewJudgement } from './view.ts';

export interface RenderedCheck {
  /** Plain text of at most 255 characters. */
  title: string;
  /** Markdown of at most 65,535 bytes in UTF-8. */
  summary: string;
  /** The same limit; absent where the summary says it all. */
  text?: string;
  annotations: CheckRemark[];
}

/**
 * The check `perigee`: the same words as the comment, without its chart, which checks do not
 * draw. What is folded in the comment is the text below the summary.
 * @param options.file the perigee.yml that the thresholds came from, from the root of the repository
 */
export function renderCheck(
  view: PullRequestView,
  { file = 'perigee.yml' }: { file?: string } = {},
): RenderedCheck {
  const { back, foot, front, title } = composeView(view);
  const { untouched } = view;
  const text = printMarkdown(back);
  const none = untouched === undefined ? [] : paragraph(formatUntouched(untouched));
  // Below what others may have written, for the jobs that read it before they set anything up.
  const hidden = untouched === undefined ? '' : `${writeUntouchedShards(untouched)}\n`;
  const limitBytes = markdownLimitBytes - hidden.length;
  return {
    title: writeTitle(title),
    summary: `${printMarkdown([...front, ...none, ...foot], { limitBytes })}${hidden}`,
    ...(text === '' ? {} : { text }),
    annotations: annotateView(view, file),
  };
}

function formatUntouched({ shards, total }: NonNullable<PullRequestView['untouched']>): string {
  const which = shards.length === 1 ? 'One shard has' : `${shards.length} shards have`;
  return `${which} nothing to measure, of ${total}: this change touches nothing that their tests read.`;
}

/** A remark on a line of a file, as a check takes it. Plain text. */
interface CheckRemark {
  path: string;
  /** From 1. */
  line: number;
  level: 'notice' | 'warning' | 'failure';
  /** At most 255 characters. */
  title: string;
  message: string;
}

const levels: Readonly<Record<AnnotationLevel, CheckRemark['level']>> = {
  error: 'failure',
  warning: 'warning',
  notice: 'notice',
};
const longestTitle = 255;
/** GitHub accepts 64 KiB, more than people read beside a line of code. */
const longestMessage = 16_000;

/** Remarks on the lines of thresholds, once they are decided; while it is measured again there is nothing. */
function annotateView({ places, state }: PullRequestView, file: string): CheckRemark[] {
  if (state.kind !== 'judged') return [];
  return annotateRules(applyFates(state.judgement), { file, ...places }).map((remark) => ({
    path: remark.file,
    line: remark.startLine,
    level: levels[remark.level],
    title: cutPlain(remark.title, longestTitle),
    message: remark.message.slice(0, longestMessage).toWellFormed(),
  }));
}

/** The verdict as it ends: an alarm that was cleared or accepted is none, and one that blocks is one. */
function applyFates({ verdict, fates, brokenTests }: ViewJudgement): Verdict {
  const blockingTests = new Set(brokenTests);
  return {
    ...verdict,
    series: verdict.series.flatMap((series) => applyFate(series, fates.get(seriesKey(series)))),
    tests: verdict.tests.filter(
      (test) => blockingTests.has(labelTest(test)) || (isBaseless(test) && !isBroken(test)),
    ),
  };
}

function applyFate(series: SeriesVerdict, end: ViewFate | undefined): SeriesVerdict[] {
  switch (end?.fate) {
    case undefined:
      return [series];
    case 'blocks':
      return [{ ...series, state: 'regressed', blocking: true }];
    case 'warns':
      return [{ ...series, blocking: false }];
    case 'accepted':
    case 'cleared':
    case 'awaits-confirmation':
      return [];
  }
}
