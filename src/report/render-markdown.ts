import type { Problem, TestOutcome, Verdict } from '../contract/documents.ts';
import {
  conclusionWords,
  listFacts,
  placeProblem,
  shortenCommit,
  tellHeadline,
  tellOutcome,
  tellVisibility,
} from './build-words.ts';
import { groupBySpan, sortFindings } from './findings.ts';
import { type Block, fitBlocks } from './markdown-budget.ts';
import { explainSpans, rowLimit, tabulateSeries, tellLeftOut } from './markdown-tables.ts';
import { showCode, showLink, showMarker, showProse } from './markdown-text.ts';
import { indexMetrics } from './series-words.ts';
import { measureVisibility } from './visibility.ts';

export interface MarkdownOptions {
  /** Name to web address, shown below the verdict; the build's own links come first. */
  links?: Readonly<Record<string, string>>;
  /** Put into an HTML comment on the first line, so that a comment can be found and updated. */
  marker?: string;
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
  return fitBlocks([
    showHeading(verdict, options),
    ...listBrokenTests(found.brokenTests),
    ...tabulateSeries('Regressed', regressions, metrics),
    ...explainSpans(groupBySpan(pastLimit, verdict.spans)),
    ...tabulateSeries('Warnings', warnings, metrics),
    ...tabulateSeries('Improved', found.improvements, metrics, { fold: true }),
    ...tabulateSeries('Undecided', found.undecided, metrics, {
      fold: verdict.conclusion !== 'undecided',
      doubts: true,
    }),
    ...listVisibility(verdict),
    ...listProblems(verdict.problems),
    foldFacts(verdict),
    ...tabulateSeries('No baseline', found.noBaseline, metrics, { fold: true }),
    ...tabulateSeries('Not regressed', found.unchanged, metrics, { fold: true }),
  ]);
}

const signs: Readonly<Record<Verdict['conclusion'], string>> = {
  passed: '✅',
  regressed: '❌',
  undecided: '⚠️',
  incomplete: '⚠️',
  'nothing-measured': '⚠️',
};

const noRows = { rows: [], tellLeftOut: () => '' };

function showHeading(verdict: Verdict, options: MarkdownOptions): Block {
  const { word } = conclusionWords[verdict.conclusion];
  const head = options.marker === undefined ? [] : [showMarker(options.marker)];
  head.push(`## ${signs[verdict.conclusion]} ${word}: ${showProse(tellHeadline(verdict))}`, '');
  const { before, after, suite } = verdict.build;
  head.push(
    `${showCode(suite)}: ${showCode(before.label)} ${shortenCommit(before.commit)} → ${showCode(after.label)} ${shortenCommit(after.commit)}`,
    '',
  );
  const links = [verdict.build.links ?? {}, options.links ?? {}].flatMap((list) =>
    Object.entries(list).map(([name, url]) => showLink(name, url)),
  );
  if (links.length > 0) head.push(links.slice(0, 20).join(' · '), '');
  return { head, tail: [], ...noRows };
}

function listBrokenTests(tests: readonly TestOutcome[]): Block[] {
  if (tests.length === 0) return [];
  return [
    {
      head: [`### Failing tests (${tests.length})`, ''],
      rows: tests
        .slice(0, rowLimit)
        .map((test) => `- ${showCode(test.name)}: ${tellOutcome(test)}`),
      tail: [''],
      tellLeftOut: (left) => `\n${tellLeftOut(left, 'tests')}`,
    },
  ];
}

function listVisibility(verdict: Verdict): Block[] {
  const visible = measureVisibility(verdict);
  if (visible.length === 0) return [];
  return [
    {
      head: ['**A worsening of this size would have been found in 4 of 5 such runs**', ''],
      rows: visible.map((one) => `- ${showProse(tellVisibility(one))}`),
      tail: [''],
      tellLeftOut: (left) => `\n${tellLeftOut(left, 'metrics')}`,
    },
  ];
}

const problemLimit = 100;

function listProblems(problems: readonly Problem[]): Block[] {
  if (problems.length === 0) return [];
  return [
    {
      head: [`### Problems (${problems.length})`, ''],
      rows: problems.slice(0, problemLimit).map((problem) => {
        const place = placeProblem(problem);
        const where = place === '' ? '' : ` (${showCode(place)})`;
        return `- ${showCode(problem.code)}: ${showProse(problem.message)}${where}`;
      }),
      alreadyLeftOut: Math.max(0, problems.length - problemLimit),
      tail: [''],
      tellLeftOut: (left) => `\n${tellLeftOut(left, 'problems')}`,
    },
  ];
}

function foldFacts(verdict: Verdict): Block {
  const facts = listFacts(verdict);
  return {
    head: [
      '<details>',
      '<summary>How it was measured</summary>',
      '',
      ...facts.slice(0, 20).map(({ label, text }) => `- ${label}: ${showProse(text)}`),
    ],
    tail: ['', '</details>', ''],
    ...noRows,
  };
}
