import type { Block } from '../markdown-budget.ts';
import { chartHistory } from './chart-history.ts';
import { composeConfirming, composeJudged } from './compose-judgement.ts';
import { showLines } from './paragraphs.ts';
import { showAccepts } from './show-accepts.ts';
import { showConfiguration } from './show-configuration.ts';
import { showHint, showNotes } from './show-notes.ts';
import { sortJudgement } from './sort-judgement.ts';
import { tellState } from './tell-state.ts';
import type { Title } from './title.ts';
import { titleView } from './title-view.ts';
import type { PullRequestView } from './view.ts';

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
    configuration: showConfiguration(view),
    notes: [...showNotes(view), ...showHint(view)],
  };
  if (state.kind !== 'judged' && state.kind !== 'confirming') {
    return {
      title: titleView(view),
      front: [...showLines(tellState(state, view)), ...around.configuration, ...around.notes],
      chart: [],
      back: [],
    };
  }
  const { judgement } = state;
  const sorted = sortJudgement(judgement);
  const parts =
    state.kind === 'confirming'
      ? composeConfirming(judgement, sorted)
      : composeJudged(state, sorted, { view, accepts: around.accepts });
  return {
    title: titleView(view, sorted),
    front: [...parts.front, ...around.configuration, ...around.notes],
    chart: chartHistory(view.history),
    back: parts.back,
  };
}
