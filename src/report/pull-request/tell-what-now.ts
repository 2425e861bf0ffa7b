import { listBaseless } from '../../contract/baseless-tests.ts';
import {
  isPullRequest,
  joinSentences,
  type Place,
  sayFix,
  sayMerge,
  sayRerun,
} from './say-merge.ts';
import type { SortedJudgement } from './sort-judgement.ts';
import { tellConfirmation } from './tell-confirmation.ts';
import type { ViewJudgement, ViewState } from './view.ts';

/** How sure it is, what it does to the merge and who can do what now; a clean change needs none of it. */
export function tellWhatNow(state: ViewState, sorted: SortedJudgement, place: Place): string[] {
  if (state.kind !== 'judged') return [];
  const merge = sayMerge(place, state.blocks);
  const rerun = sayRerun(place);
  switch (state.outcome) {
    case 'passed':
    case 'accepted':
      return [];
    case 'regressed': {
      const sure = tellConfirmation(state.judgement, sorted);
      return [joinSentences(...sure, merge, tellWaysOut(state, sorted, place))];
    }
    case 'undecided':
      return [joinSentences(merge, tellHowToDecide(state.judgement, rerun))];
    case 'incomplete':
      return [
        joinSentences(
          merge,
          `**What now:** see below what is missing; ${rerun} measures it again.`,
        ),
      ];
    case 'suite-changed':
      return [joinSentences(merge, heldForSuite)];
    case 'no-baseline':
      return [
        joinSentences(
          merge,
          'Once there is a baseline, changes are compared with it.',
          // The change that brings what is to be compared with can have nothing itself.
          state.blocks && place.isRequired !== false ? pastCheck : '',
        ),
      ];
  }
}

/** More repeats decide what is noisy, and nothing of what has no base. */
function tellHowToDecide({ verdict }: ViewJudgement, rerun: string): string {
  const without = listBaseless(verdict.tests, verdict.build);
  if (without.length === 0) return `More repeats may decide: ${rerun}.`;
  return '**What now:** a test that the base plans has to pass there too. Keep what its command needs where the base has it, such as a file at the old path that calls the new one, or fix the base first.';
}

const heldForSuite =
  '**What now:** `gate.whenSuiteChanged` of the base branch is `block`. Once it is clear what is measured from now on, somebody who may bypass the check merges it.';

const pastCheck =
  '**What now:** there is nothing to fix. Somebody who may bypass the check merges it; with `gate.whenUndecided: pass` on the base branch such a change waits for nobody.';

function tellWaysOut(
  { judgement }: Extract<ViewState, { kind: 'judged' }>,
  { blocking }: SortedJudgement,
  place: Place,
): string {
  const hasSeries = blocking.length > 0;
  if (place.brings === true) {
    const explain = hasSeries ? ' `/perigee explain` shows the evidence.' : '';
    return `perigee.yml is new here: this is what it would say of a change like this one.${explain}`;
  }
  if (!isPullRequest(place)) return `**What now:** ${sayFix(place)}.`;
  const explain = hasSeries ? ' `/perigee explain` shows the evidence.' : '';
  const accept = hasSeries ? ['`/perigee accept <series or all> because <reason>`'] : [];
  // Only one run said so, and the second was lost: repeat it before fixing anything.
  if (judgement.secondIsMissing === true) {
    const also = accept.length === 0 ? '' : ` With write access also ${accept.join(' · ')}`;
    return `**What now:** ${sayRerun(place)} has it measured a second time; if that says so too, fix it and push.${explain}${also}`;
  }
  const commands = [...accept, '`/perigee rerun`'].join(' · ');
  return `**What now:** fix it and push.${explain} With write access also ${commands}`;
}
