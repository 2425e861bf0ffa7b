import { isMachineBusy } from '../../contract/busy-machine.ts';
import type { Problem, SeriesVerdict, Verdict } from '../../contract/documents.ts';
import { notSeenCode } from '../../contract/missed-change.ts';
import { isAlone } from '../../contract/sides.ts';
import { isWeakTest } from '../../contract/weak-test.ts';
import { titleUnchanged } from '../findings.ts';
import type { Block } from '../markdown-budget.ts';
import { tabulateWithoutBaseline } from '../markdown-measured.ts';
import { foldFacts, listLeftOutTests, listProblems, listVisibility } from '../markdown-sections.ts';
import { showCode } from '../markdown-text.ts';
import { indexMetrics } from '../series-words.ts';
import { showAlert, showCut, showLines } from './paragraphs.ts';
import type { Place } from './say-merge.ts';
import { foldSettled } from './show-accepts.ts';
import {
  foldOthers,
  listUndecided,
  showAwaiting,
  showBlocking,
  showImprovements,
  showUnconfirmed,
} from './show-findings.ts';
import { tellSight } from './show-foot.ts';
import type { SortedJudgement } from './sort-judgement.ts';
import { tabulateCompact } from './tabulate-compact.ts';
import { tellWhatNow } from './tell-what-now.ts';
import type { ViewJudgement, ViewState } from './view.ts';

/** A judgement in parts: what is read, and what is folded. */
export interface ComposedJudgement {
  front: Block[];
  back: Block[];
}

/** While it is measured again: what is known so far, and that nothing is decided. */
export function composeConfirming(
  judgement: ViewJudgement,
  sorted: SortedJudgement,
): ComposedJudgement {
  return {
    front: showAwaiting(judgement, sorted),
    back: [
      ...listProblems(collectProblems(judgement), { fold: true }),
      ...foldRest(judgement, sorted),
    ],
  };
}

/** @param around `accepts` stand below what blocks */
export function composeJudged(
  state: Extract<ViewState, { kind: 'judged' }>,
  sorted: SortedJudgement,
  { accepts, view }: { accepts: readonly Block[]; view: Place },
): ComposedJudgement {
  const { judgement, outcome } = state;
  const isGood = outcome === 'passed' || outcome === 'accepted';
  const isIncomplete = outcome === 'incomplete';
  const undecided = listUndecided(judgement, sorted, state);
  const isOpen = outcome === 'undecided' || outcome === 'busy' || undecided.open.length > 0;
  const { busy, others: rest } = liftBusyMachine(collectProblems(judgement), isOpen);
  const unseen = rest.filter(({ code }) => code === notSeenCode);
  const { weak, others } = liftWeakTests(
    rest.filter((problem) => !unseen.includes(problem)),
    isGood,
  );
  const problems = listProblems(others, { fold: !isIncomplete });
  // How much could have been seen is the point of a green verdict, and a remark beside any other.
  const sight = outcome === 'no-baseline' ? [] : tellSight(judgement.verdict);
  return {
    front: [
      ...showBlocking(judgement, sorted),
      ...showLines(tellWhatNow(state, sorted, view)),
      ...busy,
      ...showAlert(
        'NOTE',
        unseen.map(({ message }) => showCut(message, 800)),
      ),
      ...weak,
      ...(isGood ? sight : []),
      ...(isIncomplete ? problems.map(lowerHeading) : []),
      ...showUnconfirmed(judgement, sorted),
      ...accepts,
      ...undecided.open,
      ...showImprovements(judgement, sorted),
      ...(isGood ? [] : sight),
    ],
    back: [...undecided.folded, ...(isIncomplete ? [] : problems), ...foldRest(judgement, sorted)],
  };
}

/** Those of the verdict, and those that only the bot knows of. */
function collectProblems({ verdict, problems }: ViewJudgement): Problem[] {
  const told = new Set(verdict.problems.map(({ message }) => message));
  return [...problems.filter(({ message }) => !told.has(message)), ...verdict.problems];
}

/** Beside undecided series the busy machine is named as the reason; elsewhere it is a problem like any other. */
function liftBusyMachine(
  problems: Problem[],
  isOpen: boolean,
): { busy: Block[]; others: Problem[] } {
  if (!isOpen) return { busy: [], others: problems };
  const told = problems.filter(isMachineBusy).map(({ message }) => showCut(message, 500));
  return {
    busy: showAlert('NOTE', told),
    others: problems.filter((problem) => !isMachineBusy(problem)),
  };
}

const mostWeak = 3;

/** Beside a green verdict stands which tests it says little of; elsewhere they are problems like any other. */
function liftWeakTests(problems: Problem[], isGood: boolean): { weak: Block[]; others: Problem[] } {
  const found = problems.filter(isWeakTest);
  if (!isGood || found.length === 0) return { weak: [], others: problems };
  const lines = found
    .slice(0, mostWeak)
    .map(({ test = '', message }) => `${showCode(test)}: ${showCut(message, 500)}`);
  const more = found.length - lines.length;
  return {
    weak: showAlert('WARNING', [
      '**Slower code can pass these tests.**',
      ...lines,
      ...(more > 0 ? [`… and ${more} more.`] : []),
    ]),
    others: problems.filter((problem) => !isWeakTest(problem)),
  };
}

/** Below the title of the comment. */
function lowerHeading(block: Block): Block {
  return { ...block, head: block.head.map((line) => line.replace(/^### /, '#### ')) };
}

function foldRest(judgement: ViewJudgement, sorted: SortedJudgement): Block[] {
  const { verdict } = judgement;
  const { rest } = sorted;
  return [
    ...foldSettled(judgement, sorted),
    ...foldOthers(judgement, sorted),
    ...listLeftOutTests(verdict),
    ...foldMany(listVisibility(verdict)),
    foldFacts(verdict),
    ...foldWithoutBaseline(verdict, rest.noBaseline),
    ...tabulateCompact(titleUnchanged(rest), rest.unchanged, verdict, { fold: true }),
  ];
}

/** What was measured alone has a table without the columns of a comparison. */
function foldWithoutBaseline(verdict: Verdict, series: readonly SeriesVerdict[]): Block[] {
  return isAlone(verdict.build)
    ? tabulateWithoutBaseline(verdict, series, indexMetrics(verdict.metrics))
    : tabulateCompact('Without a baseline', series, verdict, { fold: true });
}

/** The list of what could have been seen, where the one line above it had no room for all. */
function foldMany(blocks: readonly Block[]): Block[] {
  return blocks
    .filter(({ rows }) => rows.length > 4)
    .map((block) => ({
      ...block,
      head: ['<details>', '<summary>What could have been seen, by metric</summary>', ''],
      tail: ['', '</details>', ''],
    }));
}
