import { isBaseless } from '../../contract/baseless-tests.ts';
import type { SeriesVerdict, Verdict } from '../../contract/documents.ts';
import { seriesKey } from '../../contract/series-key.ts';
import { isBroken } from '../findings.ts';
import { annotateRules, type AnnotationLevel } from '../annotations/annotate-rules.ts';
import { cutPlain } from '../plain-text.ts';
import type { PullRequestView, ViewFate, ViewJudgement } from './view.ts';

/** A remark on a line of a file, as a check takes it. Plain text. */
export interface CheckRemark {
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
/** GitHub accepts 64 KiB, more than anybody reads beside a line of code. */
const longestMessage = 16_000;

/** What each threshold said, on its line, once it is decided; while it is measured again there is nothing. */
export function annotateView({ places, state }: PullRequestView, file: string): CheckRemark[] {
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
      (test) => blockingTests.has(test.name) || (isBaseless(test) && !isBroken(test)),
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
