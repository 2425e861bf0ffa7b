/** The parts of a verdict that every Markdown form has in the same words. */
import { shortenCommit } from '../contract/commit.ts';
import type { Problem, TestOutcome, Verdict } from '../contract/documents.ts';
import { isAlone } from '../contract/sides.ts';
import {
  conclusionWords,
  listFacts,
  listVisible,
  isLog,
  listLastLines,
  placeProblem,
  splitProblem,
  tellHeadline,
  tellOutcome,
} from './build-words.ts';
import type { Block } from './markdown-budget.ts';
import { leftOutTitle, listLeftOut } from './left-out.ts';
import { orderProblems } from './order-problems.ts';
import { rowLimit, tellLeftOut } from './markdown-tables.ts';
import { showCode, showCodeBlock, showLink, showMarker, showProse } from './markdown-text.ts';

export interface HeadingOptions {
  /** Name to web address, shown below the verdict; the build's own links come first. */
  links?: Readonly<Record<string, string>>;
  /** Put into an HTML comment on the first line, so that a comment can be found and updated. */
  marker?: string;
}

const signs: Readonly<Record<Verdict['conclusion'], string>> = {
  passed: '✅',
  regressed: '❌',
  undecided: '⚠️',
  incomplete: '⚠️',
  'nothing-measured': '⚠️',
};

export const noRows = { rows: [], tellLeftOut: () => '' };

export function showHeading(verdict: Verdict, options: HeadingOptions): Block {
  const { word } = conclusionWords[verdict.conclusion];
  const head = options.marker === undefined ? [] : [showMarker(options.marker)];
  head.push(`## ${signs[verdict.conclusion]} ${word}: ${showProse(tellHeadline(verdict))}`, '');
  const { before, after, suite } = verdict.build;
  const [from, to] = [before, after].map((side) => {
    return `${showCode(side.label)} ${shortenCommit(side.commit)}`;
  });
  head.push(`${showCode(suite)}: ${isAlone(verdict.build) ? '' : `${from} → `}${to}`, '');
  const links = [verdict.build.links ?? {}, options.links ?? {}].flatMap((list) =>
    Object.entries(list).map(([name, url]) => showLink(name, url)),
  );
  if (links.length > 0) head.push(links.slice(0, 20).join(' · '), '');
  return { head, tail: [], ...noRows };
}

/** As many as fit beside a verdict; the others are in the logs. */
const mostQuoted = 5;

/** @param problems of the verdict: some quote how the output of a failing test ended */
export function listBrokenTests(
  tests: readonly TestOutcome[],
  problems: readonly Problem[],
  { fold = false } = {},
): Block[] {
  if (tests.length === 0) return [];
  const rows = tests
    .slice(0, rowLimit)
    .map((test, place) =>
      place < mostQuoted
        ? `- ${showCode(test.name)}: ${tellOutcome(test)}${quoteOutput(problems, test.name)}`
        : `- ${showCode(test.name)}: ${tellOutcome(test)}`,
    );
  return [
    {
      ...frameSection(`Failing tests (${tests.length})`, fold),
      rows,
      alreadyLeftOut: tests.length - rows.length,
      tellLeftOut: (left) => `\n${tellLeftOut(left, 'tests')}`,
    },
  ];
}

/** The last lines of a failing test's output, to stand below its item of a list; empty where there are none. */
export function quoteOutput(problems: readonly Problem[], test: string): string {
  const lines = listLastLines(problems, test);
  return lines.length === 0 ? '' : showCodeBlock(lines);
}

/** A heading, or a fold with the same words. */
function frameSection(title: string, fold: boolean): Pick<Block, 'head' | 'tail'> {
  if (!fold) return { head: [`### ${title}`, ''], tail: [''] };
  return {
    head: ['<details>', `<summary>${title}</summary>`, ''],
    tail: ['', '</details>', ''],
  };
}

export function listVisibility(verdict: Verdict): Block[] {
  const visible = listVisible(verdict);
  if (visible.length === 0) return [];
  return [
    {
      head: ['**4 of 5 such runs would have caught a regression of this size**', ''],
      rows: visible.map((one) => `- ${showProse(one)}`),
      tail: [''],
      tellLeftOut: (left) => `\n${tellLeftOut(left, 'metrics')}`,
    },
  ];
}

export function listLeftOutTests(verdict: Verdict): Block[] {
  const tests = listLeftOut(verdict);
  if (tests.length === 0) return [];
  return [
    {
      ...frameSection(`${leftOutTitle} (${tests.length})`, true),
      rows: tests.slice(0, rowLimit).map(({ label, text }) => `- ${showCode(label)}: ${text}`),
      alreadyLeftOut: Math.max(0, tests.length - rowLimit),
      tellLeftOut: (left) => `\n${tellLeftOut(left, 'tests')}`,
    },
  ];
}

const problemLimit = 100;

export function listProblems(
  problems: readonly Problem[],
  { fold = false, title = 'Problems' } = {},
): Block[] {
  if (problems.length === 0) return [];
  return [
    {
      ...frameSection(`${title} (${problems.length})`, fold),
      rows: orderProblems(problems)
        .slice(0, problemLimit)
        .map((problem) => {
          const place = placeProblem(problem);
          const where = place === '' ? '' : ` (${showCode(place)})`;
          const { sentence, quoted } = splitProblem(problem);
          const log = quoted.filter(isLog).map(showLine).join('');
          return `- ${showCode(problem.code)}: ${showProse(sentence)}${where}${log}`;
        }),
      alreadyLeftOut: Math.max(0, problems.length - problemLimit),
      tellLeftOut: (left) => `\n${tellLeftOut(left, 'problems')}`,
    },
  ];
}

export function foldFacts(verdict: Verdict): Block {
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

/** A line of its own inside the item: a backslash at the end of the one before breaks it. */
function showLine(line: string): string {
  return `\\\n  ${showCode(line)}`;
}
