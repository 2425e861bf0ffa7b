import { isMachineBusy } from '../../contract/busy-machine.ts';
import type { Problem, Verdict } from '../../contract/documents.ts';
import { isGap } from '../../contract/gaps.ts';
import { isPlanReduced, isSuiteChange } from '../../contract/suite-changes.ts';
import { isWeakTest } from '../../contract/weak-test.ts';
import { sortFindings, tellNotSeen, titleUnchanged } from '../findings.ts';
import { type Block, fitBlocks } from '../markdown-budget.ts';
import { tabulateWithoutBaseline } from '../markdown-measured.ts';
import {
  foldFacts,
  listBrokenTests,
  listProblems,
  listVisibility,
  noRows,
  showHeading,
} from '../markdown-sections.ts';
import { tabulateSeries } from '../markdown-tables.ts';
import { showCode, showProse } from '../markdown-text.ts';
import { indexMetrics } from '../series-words.ts';
import { showWorst } from './show-worst.ts';
import { linkArtifact, openAlert, type Site } from './site.ts';

/**
 * A longer summary is not cut by GitHub but dropped, and Buildkite's agent refuses a longer annotation; in bytes of
 * UTF-8, for all that one step writes.
 */
export const summaryLimitBytes = 1_048_576;

export interface SummaryOptions {
  /** Name to web address, shown below the verdict; the build's own links come first. */
  links?: Readonly<Record<string, string>>;
  /** What a reader has to know besides, e.g. that this job could not comment and why. Plain text. */
  notes?: readonly string[];
  /** GitHub when absent. */
  site?: Site;
  /** Words to path of files that the build has on Buildkite, shown below the verdict. */
  artifacts?: Readonly<Record<string, string>>;
}

/** Left for what the step writes besides, such as the line break at the end. */
const reservedBytes = 1024;

/** A table that is longer is folded: the first screen belongs to the verdict. */
const mostRowsOpen = 10;

/**
 * The verdict as GitHub's job summary or Buildkite's annotation: the verdict, what was not measured and the worst few with charts
 * come first, everything else is folded below. Below 1,048,576 bytes whatever the size of the build.
 */
export function renderSummary(verdict: Verdict, options: SummaryOptions = {}): string {
  const { site = 'github' } = options;
  const metrics = indexMetrics(verdict.metrics);
  const found = sortFindings(verdict);
  const isShort = (series: readonly unknown[]): boolean => series.length <= mostRowsOpen;
  const isAnswer = verdict.conclusion === 'undecided' && isShort(found.undecided);
  const { alerts, others } = sortProblems(verdict.problems);
  const blocks = [
    showHeading(verdict, options.links === undefined ? {} : { links: options.links }),
    countStates(verdict),
    ...linkArtifacts(options.artifacts ?? {}),
    ...showNotes(options.notes ?? [], site),
    ...alerts.flatMap((alert) => showAlert(alert, site)),
    ...listBrokenTests(found.brokenTests, verdict.problems, { fold: !isShort(found.brokenTests) }),
    ...showWorst(verdict, found, metrics, site),
    ...tabulateSeries('Regressed', found.regressions, metrics, {
      fold: !isShort(found.regressions),
    }),
    ...tabulateSeries('Undecided', found.undecided, metrics, { fold: !isAnswer, doubts: true }),
    ...listVisibility(verdict),
    ...listProblems(others, { fold: verdict.conclusion !== 'incomplete' }),
    ...tabulateSeries('Warnings', found.warnings, metrics, { fold: true }),
    ...tabulateSeries('Improved', found.improvements, metrics, { fold: true }),
    foldFacts(verdict),
    ...tabulateWithoutBaseline(verdict, found.noBaseline, metrics),
    ...tabulateSeries(titleUnchanged(found), found.unchanged, metrics, { fold: true }),
  ];
  return fitBlocks(blocks, summaryLimitBytes - reservedBytes);
}

/** `3 regressed, 2 of them block · 40 not regressed`; what there is none of is not named. */
function countStates({ counts }: Verdict): Block {
  const { regressed, blocking, improved, undecided, 'no-baseline': fresh } = counts;
  const { 'not-seen': notSeen = 0 } = counts;
  const say = (count: number, words: string): string[] =>
    count === 0 ? [] : [`**${count.toLocaleString('en-US')}** ${words}`];
  const block = blocking === regressed ? '' : `, ${blocking.toLocaleString('en-US')} of them block`;
  const parts = [
    ...say(regressed, `regressed${block}`),
    ...say(undecided, 'undecided'),
    ...say(improved, 'improved'),
    ...say(
      counts['not-regressed'],
      `not regressed${notSeen === 0 ? '' : `, ${tellNotSeen(notSeen)}`}`,
    ),
    ...say(fresh, 'without a baseline'),
  ];
  return { head: parts.length === 0 ? [] : [parts.join(' · '), ''], tail: [], ...noRows };
}

function linkArtifacts(artifacts: Readonly<Record<string, string>>): Block[] {
  const links = Object.entries(artifacts).map(([words, path]) => linkArtifact(words, path));
  return links.length === 0 ? [] : [{ head: [links.join(' · '), ''], tail: [], ...noRows }];
}

function showNotes(notes: readonly string[], site: Site): Block[] {
  return notes.slice(0, 20).map((note) => {
    return { head: [openAlert(site, 'NOTE'), `> ${showProse(note)}`, ''], tail: [], ...noRows };
  });
}

/** What an alert above everything else says of the shards and their machines. */
interface ShardAlert {
  kind: 'WARNING' | 'NOTE';
  title: string;
  problems: Problem[];
}

/** Problems that say that this verdict is not of the whole build, or not of its first attempt, and the others. */
function sortProblems(problems: readonly Problem[]): { alerts: ShardAlert[]; others: Problem[] } {
  const missing: Problem[] = [];
  const altered: Problem[] = [];
  const repeated: Problem[] = [];
  const busy: Problem[] = [];
  const weak: Problem[] = [];
  const others: Problem[] = [];
  for (const problem of problems) {
    const { code } = problem;
    if (isGap(problem) || isPlanReduced(problem) || code.startsWith('artifact-')) {
      missing.push(problem);
    } else if (isSuiteChange(problem)) altered.push(problem);
    else if (isMachineBusy(problem)) busy.push(problem);
    else if (isWeakTest(problem)) weak.push(problem);
    else (code === 'superseded-shard' ? repeated : others).push(problem);
  }
  const alerts: ShardAlert[] = [
    { kind: 'WARNING', title: 'Not all of this build is in this verdict.', problems: missing },
    { kind: 'WARNING', title: 'This change alters what is measured.', problems: altered },
    { kind: 'NOTE', title: 'Measured more than once.', problems: repeated },
    { kind: 'NOTE', title: 'The machine was busy.', problems: busy },
    { kind: 'WARNING', title: 'Slower code can pass these tests.', problems: weak },
  ];
  return { alerts, others };
}

function showAlert({ kind, title, problems }: ShardAlert, site: Site): Block[] {
  if (problems.length === 0) return [];
  const rows = problems.map(
    ({ message, test }) =>
      `> - ${test === undefined ? '' : `${showCode(test)}: `}${showProse(message)}`,
  );
  return [
    {
      head: [openAlert(site, kind), `> **${title}**`, '>'],
      rows: rows.slice(0, mostRowsOpen),
      alreadyLeftOut: Math.max(0, rows.length - mostRowsOpen),
      tail: [''],
      tellLeftOut: (left) => `> - … and ${left.toLocaleString('en-US')} more of this kind`,
    },
  ];
}
