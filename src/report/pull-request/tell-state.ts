import { countThings } from './title.ts';
import { shortenCommit } from '../build-words.ts';
import { showCode } from '../markdown-text.ts';
import { cutPlain } from '../plain-text.ts';
import { quoteLines, showCut } from './paragraphs.ts';
import {
  isPullRequest,
  joinSentences,
  type Place,
  sayBaseChanged,
  sayFix,
  sayMerge,
  sayRerun,
} from './say-merge.ts';
import type { MeasuredBy, ViewState } from './view.ts';

const mostRefusals = 10;

const verdictHere = 'The verdict will stand here.';
const heldBack = {
  github: 'GitHub holds the run of this contribution back until a maintainer approves it.',
  buildkite: 'A step of the build has to be unblocked before anything is measured.',
};
const approve = {
  github:
    '**What now:** a maintainer looks through the change and approves the run, at the foot of the pull request or on the page of the run. There is nothing to fix.',
  buildkite:
    '**What now:** a maintainer looks through the change and unblocks the step, on the page of the build. There is nothing to fix.',
};

/** What a state without a verdict means, and who can do what now: lines of Markdown. */
export function tellState(state: ViewState, place: Place): string[] {
  switch (state.kind) {
    case 'configuration-invalid':
      return [
        joinSentences(
          state.mends
            ? 'The thresholds come from the base branch, and there perigee.yml cannot be read; once this is merged it can.'
            : 'The thresholds come from the base branch, and there perigee.yml cannot be read: merge a change that fixes it.',
          sayMerge(place, state.blocks),
        ),
        '',
        ...quoteLines(state.error),
      ];
    case 'not-relevant':
      return ['None of the paths that `gate.paths` names is changed, so nothing was measured.'];
    case 'untouched': {
      const tests = countThings(state.tests, 'test', 'tests');
      return [
        `Runs of the default branch observed what setup and ${tests} read. This change touches nothing of it, so nothing was measured.`,
      ];
    }
    case 'waiting':
      if (state.obstacle !== undefined) return tellObstacle(state.obstacle);
      if (state.conflictsWith !== undefined) return [tellConflict(state.conflictsWith)];
      return state.awaitsApproval === true ? tellApproval(state.measuredBy) : [verdictHere];
    case 'no-run': {
      const merge = sayMerge(place, state.blocks);
      if (state.awaitsApproval === true) return tellApproval(state.measuredBy, merge);
      const { conflictsWith, measuredBy, obstacle } = state;
      const why =
        conflictsWith === undefined ? tellNoRun(measuredBy, place) : tellConflict(conflictsWith);
      const isThere = obstacle === undefined ? `There is no` : `Nobody can know of a`;
      return [
        joinSentences(`${isThere} ${nameRun(measuredBy)} for this commit.`, merge),
        '',
        ...(obstacle === undefined ? [why] : tellObstacle(obstacle)),
      ];
    }
    case 'measuring':
      return [`Before and after are run in turns on the same machine. ${verdictHere}`];
    case 'run-failed':
      return [
        joinSentences(
          sayMerge(place, state.blocks),
          'Without a measurement nobody knows whether it is as fast as before.',
        ),
        '',
        ...listRefusals(state.refusals),
        state.isOfOtherBase === true
          ? sayBaseChanged
          : `**What now:** ${tellAfterFailure(state.conclusion, place)}`,
      ];
    case 'superseded':
      return [`A newer commit was pushed; ${shortenCommit(state.by)} has the verdict.`];
    case 'confirming':
    case 'judged':
      return [];
  }
}

function tellApproval(by: MeasuredBy | undefined, merge = ''): string[] {
  const where = by !== undefined && 'pipeline' in by ? 'buildkite' : 'github';
  return [joinSentences(heldBack[where], merge), '', approve[where]];
}

function nameRun(by: MeasuredBy): string {
  if ('pipeline' in by) return `build of the pipeline ${showCode(cutPlain(by.pipeline, 200))}`;
  return `run of ${showCode(cutPlain(by.workflow, 200))}`;
}

function tellObstacle(obstacle: string): string[] {
  return [`**What now:** ${showCut(obstacle)}.`];
}

function tellConflict(target: string): string {
  const branch = showCode(cutPlain(target, 200));
  return `**What now:** GitHub starts no run while this conflicts with ${branch}. Merge ${branch} into it, or rebase it, and push.`;
}

function tellNoRun(by: MeasuredBy, { fork, kind }: Place): string {
  if ('pipeline' in by) {
    return '**What now:** only builds of the pipeline that `gate.pipeline` in perigee.yml names count, for this commit and its pull request or branch. See whether it is the right one, and whether it builds this branch: Buildkite builds no pull requests of other repositories unless its settings say so. A build that comes later still counts.';
  }
  const approval = fork
    ? ' The run of a first contribution waits until a maintainer approves it.'
    : '';
  const starts = isPullRequest({ kind })
    ? ' GitHub starts none while a pull request conflicts with its target, for a commit message with `[skip ci]`, for files outside `paths` of the workflow, or for what was pushed or opened with the token of a job (`GITHUB_TOKEN`).'
    : '';
  return `**What now:** only runs of the workflow that \`gate.workflow\` in perigee.yml names count, whatever else has run. See whether it is the right one, and whether it starts on this event and branch.${starts}${approval} A run that comes later still counts.`;
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
