import { countThings } from '../../contract/count-things.ts';
import { isCommitId } from '../../contract/commit.ts';
import { type Block, type Inline, list, paragraph } from '../blocks.ts';
import { cutPlain } from '../plain-text.ts';
import { quoteLines } from './quote-lines.ts';
import type { MeasuredBy, ViewState } from './view.ts';
import {
  baseChanged,
  describeFix,
  describeMerge,
  describeRerun,
  endSentence,
  isPullRequest,
  joinSentences,
  type Place,
  renderAdvice,
} from './what-now.ts';

const mostRefusals = 10;

const heldBack = {
  github: 'GitHub holds the run of this contribution back until a maintainer approves it.',
  buildkite: 'A step of the build has to be unblocked before anything is measured.',
};
const approve = {
  github:
    'a maintainer looks through the change and approves the run, at the foot of the pull request or on the page of the run. There is nothing to fix.',
  buildkite:
    'a maintainer looks through the change and unblocks the step, on the page of the build. There is nothing to fix.',
};

/** Explains a state without a verdict, and who can do what now. */
export function renderState(state: ViewState, place: Place): Block[] {
  switch (state.kind) {
    case 'configuration-invalid':
      return [
        ...paragraph(
          joinSentences(
            state.mends
              ? 'The thresholds come from the base branch, and there perigee.yml cannot be read; once this is merged it can.'
              : 'The thresholds come from the base branch, and there perigee.yml cannot be read: merge a change that fixes it.',
            describeMerge(place, state.blocks),
          ),
        ),
        { kind: 'code', lines: quoteLines(state.error) },
      ];
    case 'not-relevant':
      return paragraph(
        'None of the paths that `gate.paths` names is changed, so nothing was measured.',
      );
    case 'untouched': {
      const tests = countThings(state.tests, 'test');
      return paragraph(
        `Runs of the default branch observed what setup and ${tests} read. This change touches nothing of it, so nothing was measured.`,
      );
    }
    case 'waiting':
      if (state.obstacle !== undefined)
        return renderAdvice([], endSentence(cutPlain(state.obstacle, 300)));
      if (state.conflictsWith !== undefined) {
        return renderAdvice([], describeConflict(state.conflictsWith));
      }
      return state.awaitsApproval === true
        ? renderApproval(state.measuredBy)
        : paragraph('The verdict will appear here.');
    case 'no-run':
      return renderNoRun(state, place);
    case 'measuring':
      return paragraph(
        'Before and after are run in turns on the same machine. The verdict will appear here.',
      );
    case 'run-failed':
      return [
        ...paragraph(
          joinSentences(
            describeMerge(place, state.blocks),
            'Without a measurement Perigee cannot say whether it is as fast as before.',
          ),
        ),
        ...listRefusals(state.refusals),
        ...(state.isOfOtherBase === true
          ? renderAdvice([baseChanged.seen], baseChanged.remedy)
          : renderAdvice([], formatAfterFailure(state.conclusion, place))),
      ];
    case 'superseded': {
      const by: Inline = isCommitId(state.by)
        ? { commit: state.by }
        : { code: cutPlain(state.by, 64) };
      return paragraph('A newer commit was pushed; ', by, ' has the verdict.');
    }
    case 'confirming':
    case 'judged':
      return [];
  }
}

function renderApproval(by: MeasuredBy | undefined, merge = ''): Block[] {
  const where = by !== undefined && 'pipeline' in by ? 'buildkite' : 'github';
  return [...paragraph(joinSentences(heldBack[where], merge)), ...renderAdvice([], approve[where])];
}

function renderNoRun(state: Extract<ViewState, { kind: 'no-run' }>, place: Place): Block[] {
  const { awaitsApproval, blocks, conflictsWith, measuredBy, obstacle } = state;
  const merge = describeMerge(place, blocks);
  if (awaitsApproval === true) return renderApproval(measuredBy, merge);
  const [what, name] =
    'pipeline' in measuredBy
      ? ['build of the pipeline', measuredBy.pipeline]
      : ['run of', measuredBy.workflow];
  const start = obstacle === undefined ? 'There is no' : 'Perigee cannot see whether there is a';
  const end = ` for this commit.${merge === '' ? '' : ` ${merge}`}`;
  const why =
    conflictsWith === undefined ? findRun(measuredBy, place) : describeConflict(conflictsWith);
  return [
    ...paragraph(`${start} ${what} `, { code: cutPlain(name, 200) }, end),
    ...renderAdvice([], obstacle === undefined ? why : endSentence(cutPlain(obstacle, 300))),
  ];
}

function describeConflict(target: string): string {
  const branch = `\`${cutPlain(target, 200).replaceAll('`', '')}\``;
  return `GitHub starts no run while this conflicts with ${branch}. Merge ${branch} into it, or rebase it, and push.`;
}

function findRun(by: MeasuredBy, { fork, kind }: Place): string {
  if ('pipeline' in by) {
    return 'only builds of the pipeline that `gate.pipeline` in perigee.yml names count, for this commit and its pull request or branch. See whether it is the right one, and whether it builds this branch: Buildkite builds no pull requests of other repositories unless its settings say so. A build that comes later still counts.';
  }
  const approval = fork
    ? ' The run of a first contribution waits until a maintainer approves it.'
    : '';
  const starts = isPullRequest({ kind })
    ? ' GitHub starts none while a pull request conflicts with its target, for a commit message with `[skip ci]`, for files outside `paths` of the workflow, or for what was pushed or opened with the token of a job (`GITHUB_TOKEN`).'
    : '';
  return `only runs of the workflow that \`gate.workflow\` in perigee.yml names count, whatever else has run. See whether it is the right one, and whether it starts on this event and branch.${starts}${approval} A run that comes later still counts.`;
}

/** First what is most likely to help, by how the run ended. */
function formatAfterFailure(conclusion: string, place: Place): string {
  switch (conclusion) {
    case 'action_required':
      return 'a maintainer approves the run; there is nothing to fix.';
    case 'cancelled':
    case 'stale':
      return `${describeRerun(place)}, or push again.`;
    default:
      return `see the log of the run, ${describeFix(place)}, or ${describeRerun(place)}.`;
  }
}

function listRefusals(refusals: readonly string[]): Block[] {
  const items = list(
    refusals.map((text) => cutPlain(text, 300)),
    'artifacts',
    mostRefusals,
  );
  return items.length === 0 ? [] : [...paragraph('Not used, of what it left:'), ...items];
}
