import { shortenCommit } from '../build-words.ts';
import { showCode } from '../markdown-text.ts';
import { cutPlain } from '../plain-text.ts';
import { quoteLines, showCut } from './paragraphs.ts';
import type { ViewState } from './view.ts';

const mostRefusals = 10;

/** What a state without a verdict means, and who can do what now: lines of Markdown. */
export function tellState(state: ViewState): string[] {
  switch (state.kind) {
    case 'configuration-invalid':
      return [
        state.mends
          ? `The thresholds come from the base branch, and there perigee.yml cannot be read; once this is merged it can. ${sayMerge(state.blocks)}`
          : `The thresholds come from the base branch, and there perigee.yml cannot be read: a change that mends it helps. ${sayMerge(state.blocks)}`,
        '',
        ...quoteLines(state.error),
      ];
    case 'not-relevant':
      return ['None of the paths that `gate.paths` names is changed, so nothing was measured.'];
    case 'waiting':
      return ['The verdict will stand here.'];
    case 'no-run':
      return [
        `There is no run of ${showCode(cutPlain(state.workflow, 200))} for this commit. ${sayMerge(state.blocks)}`,
        '',
        '**What now:** a first contribution waits until a maintainer approves its run; otherwise see whether the workflow starts on this event and branch. A run that comes later still counts.',
      ];
    case 'measuring':
      return [
        'Before and after are run in turns on the same machine. The verdict will stand here.',
      ];
    case 'run-failed':
      return [
        `${sayMerge(state.blocks)} What is not measured is not known to be as fast as before.`,
        '',
        ...listRefusals(state.refusals),
        '**What now:** see the log of the run, fix it and push, or `/perigee rerun` (with write access).',
      ];
    case 'superseded':
      return [`A newer commit was pushed; ${shortenCommit(state.by)} has the verdict.`];
    case 'confirming':
    case 'judged':
      return [];
  }
}

/** What it does to the merge, in a sentence. */
export function sayMerge(blocks: boolean): string {
  return blocks ? 'This blocks the merge.' : 'This does not block the merge.';
}

function listRefusals(refusals: readonly string[]): string[] {
  if (refusals.length === 0) return [];
  const shown = refusals.slice(0, mostRefusals).map((text) => `- ${showCut(text)}`);
  const left = refusals.length - shown.length;
  if (left > 0) shown.push(`- … and ${left.toLocaleString('en-US')} more`);
  return ['Not used, of what it left:', '', ...shown, ''];
}
