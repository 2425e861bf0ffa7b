import type { Block } from '../markdown-budget.ts';
import { showCode } from '../markdown-text.ts';
import { cutPlain } from '../plain-text.ts';
import { showAlert, showCut } from './paragraphs.ts';
import type { PullRequestView } from './view.ts';

const mostNotes = 10;

/** What one has to know to read the verdict: whose runner it was, and what is unusual. */
export function showNotes({ fork, notes, state }: PullRequestView): Block[] {
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
export function showHint({ hint }: PullRequestView): Block[] {
  if (hint === undefined) return [];
  const branch = showCode(cutPlain(hint.branch, 100));
  return showAlert('TIP', [
    `This check is not required on ${branch}, so merging does not wait for it. To require it: **Settings → Branches** (or **Rules → Rulesets**) → the rule for ${branch} → **Require status checks to pass** → add \`perigee\`, with your app as its source. You see this note only once.`,
  ]);
}
