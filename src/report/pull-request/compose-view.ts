import type { Block } from '../markdown-budget.ts';
import { chartHistory } from './chart-history.ts';
import { composeConfirming, composeJudged } from './compose-judgement.ts';
import { showAlert, showCut, showLines } from './paragraphs.ts';
import { showAccepts } from './show-accepts.ts';
import { showConfiguration } from './show-configuration.ts';
import { sortJudgement } from './sort-judgement.ts';
import { tellState } from './tell-state.ts';
import type { Title } from './title.ts';
import { titleView } from './title-view.ts';
import type { PullRequestView } from './view.ts';
import { showCode } from '../markdown-text.ts';
import { cutPlain } from '../plain-text.ts';

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
    chart: chartHistory(view.history, view.links.history),
    back: parts.back,
  };
}

const mostNotes = 10;

/** What one has to know to read the verdict: whose runner it was, and what is unusual. */
function showNotes({ fork, notes, state }: PullRequestView): Block[] {
  const isMeasured = state.kind === 'judged' || state.kind === 'confirming';
  const forked =
    fork && isMeasured
      ? ['This comes from a fork. A fork controls its own runner, and so what it measures.']
      : [];
  const shown = notes.slice(0, mostNotes).map((note) => showCut(note, 500));
  const left = notes.length - shown.length;
  if (left > 0) shown.push(`… and ${left.toLocaleString('en-US')} more.`);
  return showAlert('NOTE', [...forked, ...shown]);
}

/** Says once in a repository that merging does not wait for the check, and names the setting. */
function showHint({ hint }: PullRequestView): Block[] {
  if (hint === undefined) return [];
  const branch = showCode(cutPlain(hint.branch, 100));
  return showAlert('TIP', [
    `This check is not required on ${branch}, so merging does not wait for it. To require it: **Settings → Branches** (or **Rules → Rulesets**) → the rule for ${branch} → **Require status checks to pass** → add \`perigee\`, with your app as its source. You see this note only once.`,
  ]);
}
