/** What blocks, what is better and what is undecided: the part of a comment that people read. */
import type { Verdict } from '../../contract/documents.ts';
import { tellOutcome } from '../build-words.ts';
import { canBlock } from '../findings.ts';
import type { Block } from '../markdown-budget.ts';
import { listBrokenTests, quoteOutput } from '../markdown-sections.ts';
import { rowLimit, tellLeftOut } from '../markdown-tables.ts';
import { showCode } from '../markdown-text.ts';
import { cutPlain } from '../plain-text.ts';
import { explainBeyondTable } from './explain-beyond-table.ts';
import { showLines } from './paragraphs.ts';
import type { SortedJudgement } from './sort-judgement.ts';
import { listCompact, tabulateCompact } from './tabulate-compact.ts';
import type { ViewJudgement, ViewState } from './view.ts';

/** A longer table is folded: the first screen belongs to what blocks. */
const mostRowsOpen = 5;
/** Most series shown if they are the answer themselves. */
const mostAnswers = 10;

/** What blocks, with its evidence; nothing where nothing does. */
export function showBlocking(judgement: ViewJudgement, sorted: SortedJudgement): Block[] {
  const { blocking, brokenTests } = sorted;
  if (blocking.length + brokenTests.length === 0) return [];
  return [
    ...listTests('Failing tests that passed before', brokenTests, judgement.verdict),
    ...tabulateCompact(
      'Regressed',
      blocking,
      judgement.verdict,
      brokenTests.length > 0 ? {} : { untitled: true },
    ),
    ...explainBeyondTable(blocking, judgement.verdict.spans),
  ];
}

/** What is measured again, while it is. */
export function showAwaiting(judgement: ViewJudgement, sorted: SortedJudgement): Block[] {
  const { awaiting, blocking, brokenTests } = sorted;
  return [
    ...showLines([
      'One run says that this change makes it worse. The bot measures what would block again, on a fresh runner. It blocks only if both runs agree.',
    ]),
    ...listTests('Failing tests, being measured again', brokenTests, judgement.verdict),
    ...tabulateCompact('Being measured again', awaiting, judgement.verdict, {
      fold: awaiting.length > mostRowsOpen,
    }),
    ...tabulateCompact('Confirmed so far', blocking, judgement.verdict, {
      fold: blocking.length > mostRowsOpen,
    }),
  ];
}

/** Not measured again: it is red already. */
export function showUnconfirmed(
  { verdict }: ViewJudgement,
  { awaiting }: SortedJudgement,
): Block[] {
  return tabulateCompact('Worse in one run, and not measured again', awaiting, verdict, {
    fold: awaiting.length > mostRowsOpen,
  });
}

/** What is better, open where it is short. */
export function showImprovements(judgement: ViewJudgement, { rest }: SortedJudgement): Block[] {
  return tabulateCompact('Improved', rest.improvements, judgement.verdict, {
    fold: rest.improvements.length > mostRowsOpen,
  });
}

/** What could not be decided and why; open where it is the answer, or short and could have blocked. */
export function listUndecided(
  { verdict }: ViewJudgement,
  { rest: { undecided } }: SortedJudgement,
  state: ViewState,
): { open: Block[]; folded: Block[] } {
  const isAnswer =
    state.kind === 'judged' && (state.outcome === 'undecided' || state.outcome === 'busy');
  const isOpen =
    undecided.length <= (isAnswer ? mostAnswers : mostRowsOpen) &&
    (isAnswer || undecided.some(canBlock));
  const list = listCompact('Could not be decided', undecided, verdict, { fold: !isOpen });
  return isOpen ? { open: list, folded: [] } : { open: [], folded: list };
}

/** Everything else, folded. */
export function foldOthers(judgement: ViewJudgement, { rest }: SortedJudgement): Block[] {
  const { problems } = judgement.verdict;
  return [
    ...tabulateCompact('Past their threshold, which only warns', rest.warnings, judgement.verdict, {
      fold: true,
    }),
    ...listBrokenTests(rest.brokenTests, problems, { fold: true }),
  ];
}

/** For so many tests the first screen shows how their output ended. */
const mostQuoted = 3;

function listTests(
  title: string,
  tests: SortedJudgement['brokenTests'],
  { problems }: Verdict,
): Block[] {
  if (tests.length === 0) return [];
  return [
    {
      head: [`#### ${title} (${tests.length.toLocaleString('en-US')})`, ''],
      rows: tests.slice(0, rowLimit).map(({ name, outcome }, place) => {
        const told = outcome === undefined ? '' : `: ${tellOutcome(outcome)}`;
        const output = place < mostQuoted ? quoteOutput(problems, name) : '';
        return `- ${showCode(cutPlain(name, 300))}${told}${output}`;
      }),
      alreadyLeftOut: Math.max(0, tests.length - rowLimit),
      tail: [''],
      tellLeftOut: (left) => `\n${tellLeftOut(left, 'tests')}`,
    },
  ];
}
