import { shortenCommit } from '../build-words.ts';
import { showCode } from '../markdown-text.ts';
import { cutPlain } from '../plain-text.ts';
import { quoteLines, showCut } from './paragraphs.ts';
import { joinSentences, type Place, sayFix, sayMerge, sayRerun } from './say-merge.ts';
import type { ViewState } from './view.ts';

const mostRefusals = 10;

const verdictHere = 'The verdict will stand here.';
const heldBack = 'GitHub holds the run of this contribution back until a maintainer approves it.';
const approve =
  '**What now:** a maintainer looks through the change and approves the run, at the foot of the pull request or on the page of the run. There is nothing to fix.';

/** What a state without a verdict means, and who can do what now: lines of Markdown. */
export function tellState(state: ViewState, place: Place): string[] {
  switch (state.kind) {
    case 'configuration-invalid':
      return [
        joinSentences(
          state.mends
            ? 'The thresholds come from the base branch, and there perigee.yml cannot be read; once this is merged it can.'
            : 'The thresholds come from the base branch, and there perigee.yml cannot be read: a change that mends it helps.',
          sayMerge(place, state.blocks),
        ),
        '',
        ...quoteLines(state.error),
      ];
    case 'not-relevant':
      return ['None of the paths that `gate.paths` names is changed, so nothing was measured.'];
    case 'waiting':
      return state.awaitsApproval === true ? [heldBack, '', approve] : [verdictHere];
    case 'no-run': {
      const merge = sayMerge(place, state.blocks);
      if (state.awaitsApproval === true) return [joinSentences(heldBack, merge), '', approve];
      const workflow = showCode(cutPlain(state.workflow, 200));
      return [
        joinSentences(`There is no run of ${workflow} for this commit.`, merge),
        '',
        tellNoRun(place),
      ];
    }
    case 'measuring':
      return [`Before and after are run in turns on the same machine. ${verdictHere}`];
    case 'run-failed':
      return [
        joinSentences(
          sayMerge(place, state.blocks),
          'What is not measured is not known to be as fast as before.',
        ),
        '',
        ...listRefusals(state.refusals),
        `**What now:** ${tellAfterFailure(state.conclusion, place)}`,
      ];
    case 'superseded':
      return [`A newer commit was pushed; ${shortenCommit(state.by)} has the verdict.`];
    case 'confirming':
    case 'judged':
      return [];
  }
}

function tellNoRun({ fork }: Place): string {
  const approval = fork
    ? ' The run of a first contribution waits until a maintainer approves it.'
    : '';
  return `**What now:** only runs of the workflow that \`gate.workflow\` in perigee.yml names count, whatever else has run. See whether it is the right one, and whether it starts on this event and branch.${approval} A run that comes later still counts.`;
}

/** First what is most likely to help, by how the run ended. */
function tellAfterFailure(conclusion: string, place: Place): string {
  switch (conclusion) {
    case 'action_required':
      return 'a maintainer approves the run; there is nothing to fix.';
    case 'cancelled':
    case 'stale':
      return `${sayRerun(place)}, or push again.`;
    default:
      return `see the log of the run, ${sayFix(place)}, or ${sayRerun(place)}.`;
  }
}

function listRefusals(refusals: readonly string[]): string[] {
  if (refusals.length === 0) return [];
  const shown = refusals.slice(0, mostRefusals).map((text) => `- ${showCut(text)}`);
  const left = refusals.length - shown.length;
  if (left > 0) shown.push(`- … and ${left.toLocaleString('en-US')} more`);
  return ['Not used, of what it left:', '', ...shown, ''];
}
