import type { Problem, SeriesVerdict, Verdict } from '../../contract/documents.ts';
import { isAlone } from '../../contract/sides.ts';
import type { Block } from '../markdown-budget.ts';
import { tabulateWithoutBaseline } from '../markdown-measured.ts';
import { foldFacts, listProblems, listVisibility } from '../markdown-sections.ts';
import { indexMetrics } from '../series-words.ts';
import { chartHistory } from './chart-history.ts';
import { showLines } from './paragraphs.ts';
import { foldSettled, showAccepts } from './show-accepts.ts';
import { showConfiguration } from './show-configuration.ts';
import {
  foldOthers,
  showAwaiting,
  showBlocking,
  showImprovements,
  showUndecided,
} from './show-findings.ts';
import { tellSight } from './show-foot.ts';
import { showHint, showNotes } from './show-notes.ts';
import { tabulateCompact } from './tabulate-compact.ts';
import { type SortedJudgement, sortJudgement } from './sort-judgement.ts';
import { tellState } from './tell-state.ts';
import { tellWhatNow } from './tell-what-now.ts';
import type { Title } from './title.ts';
import { titleView } from './title-view.ts';
import type { PullRequestView, ViewJudgement } from './view.ts';

/** A view in parts, in the order in which they are read. */
export interface ComposedView {
  title: Title;
  /** What is read: what blocks, what to do about it, what else was found. */
  front: Block[];
  /** Drawn where Mermaid is. */
  chart: Block[];
  /** Everything else, folded. */
  back: Block[];
}

export function composeView(view: PullRequestView): ComposedView {
  const { state } = view;
  const around = {
    accepts: showAccepts(view.accepts),
    configuration: showConfiguration(view.configuration),
    notes: [...showNotes(view), ...showHint(view)],
  };
  if (state.kind !== 'judged' && state.kind !== 'confirming') {
    return {
      title: titleView(view),
      front: [...showLines(tellState(state)), ...around.configuration, ...around.notes],
      chart: [],
      back: [],
    };
  }
  const { judgement } = state;
  const sorted = sortJudgement(judgement);
  const found =
    state.kind === 'confirming'
      ? showAwaiting(judgement, sorted)
      : [...showBlocking(judgement, sorted), ...showLines(tellWhatNow(state, sorted))];
  const isIncomplete = state.kind === 'judged' && state.outcome === 'incomplete';
  const problems = listProblems(collectProblems(judgement), { fold: !isIncomplete });
  return {
    title: titleView(view, sorted),
    front: [
      ...found,
      ...(isIncomplete ? problems.map(lowerHeading) : []),
      ...around.accepts,
      ...showUndecided(judgement, sorted, state),
      ...showImprovements(judgement, sorted),
      ...(state.kind === 'judged' ? tellSight(judgement.verdict) : []),
      ...around.configuration,
      ...around.notes,
    ],
    chart: chartHistory(view.history),
    back: [...(isIncomplete ? [] : problems), ...foldRest(judgement, sorted)],
  };
}

/** Those of the verdict, and those that only the bot knows of. */
function collectProblems({ verdict, problems }: ViewJudgement): Problem[] {
  const told = new Set(verdict.problems.map(({ message }) => message));
  return [...problems.filter(({ message }) => !told.has(message)), ...verdict.problems];
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
    ...foldMany(listVisibility(verdict)),
    foldFacts(verdict),
    ...foldWithoutBaseline(verdict, rest.noBaseline),
    ...tabulateCompact('Not regressed', rest.unchanged, verdict, { fold: true }),
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
