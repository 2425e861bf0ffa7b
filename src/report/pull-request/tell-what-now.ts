import { listBaseless } from '../../contract/baseless-tests.ts';
import {
  type Place,
  isPullRequest,
  joinSentences,
  sayFix,
  sayMerge,
  sayRerun,
} from './say-merge.ts';
import type { SortedJudgement } from './sort-judgement.ts';
import type { ViewJudgement, ViewState } from './view.ts';
import { seriesKey } from '../../contract/series-key.ts';
import { showCut } from './paragraphs.ts';

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
    case 'busy':
    case 'undecided':
      return [joinSentences(merge, tellHowToDecide(state.judgement, rerun))];
    case 'incomplete':
      return [
        joinSentences(
          merge,
          `**What now:** see below what is missing; ${rerun} measures it again.`,
        ),
      ];
    case 'not-seen':
      return [joinSentences(merge, heldForSight)];
    case 'suite-changed':
      return [joinSentences(merge, heldForSuite)];
    case 'over-budget':
      return [joinSentences(merge, heldForBudget)];
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

/** Measuring again decides what may be chance, and nothing of what has no base. */
function tellHowToDecide({ verdict }: ViewJudgement, rerun: string): string {
  const without = listBaseless(verdict.tests, verdict.build);
  if (without.length === 0) return `Measuring again may decide: ${rerun}.`;
  return '**What now:** a test that the base plans has to pass there too. Keep what its command needs where the base has it, such as a file at the old path that calls the new one, or fix the base first.';
}

const heldForSight =
  '**What now:** nothing points to a regression, and larger ones than asked for could hide in the series named below. Give the suite more `time` or more shards, ask for less with `see`, or somebody who may bypass the check merges it (`gate.whenNotSeen` of the base branch is `block`).';

const heldForSuite =
  '**What now:** `gate.whenSuiteChanged` of the base branch is `block`. Once it is clear what is measured from now on, somebody who may bypass the check merges it.';

const heldForBudget =
  '**What now:** make it no worse, or win back elsewhere what the budget lacks. To let it grow: `/perigee alert accepted because <reason>` on the issue about the budget; this check follows within an hour.';

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

const mostOutgrown = 5;

/** How often it was said, and by how many runners; and which accepts do not cover it any more. */
function tellConfirmation(
  { fates, attempts, unconfirmed }: ViewJudgement,
  { blocking }: SortedJudgement,
): string[] {
  const sentences: string[] = [];
  const said = blocking.flatMap((series) => fates.get(seriesKey(series))?.said ?? []);
  const contradicted = said.filter(({ otherwise }) => otherwise > 0).length;
  if (unconfirmed !== undefined) {
    const who =
      contradicted > 0
        ? 'One runner says so, another one does not, and it takes one more to clear it'
        : 'Measured by one runner only';
    sentences.push(`${who}: ${endSentence(showCut(unconfirmed))}`);
  } else if (attempts > 1) {
    const least = Math.min(...said.map(({ regressed }) => regressed));
    if (said.length > 0 && least > 1) {
      const runs = least === 2 ? 'Two runs say' : `At least ${least} runs say`;
      sentences.push(`${runs} so, each on a fresh runner.`);
    }
    if (contradicted > 0) {
      const all = contradicted === blocking.length;
      const of = all ? '' : ` of ${contradicted.toLocaleString('en-US')} of them`;
      const isTie = said.some(({ otherwise, regressed }) => otherwise >= regressed);
      sentences.push(
        isTie
          ? `As many runs said otherwise${of}: it takes one more to clear it.`
          : `Another run said otherwise${of}, and was outvoted.`,
      );
    }
  }
  const outgrown = new Set(
    blocking.flatMap((series) => fates.get(seriesKey(series))?.outgrownAcceptId ?? []),
  );
  for (const id of [...outgrown].slice(0, mostOutgrown)) {
    sentences.push(`What ${showCut(id, 40)} accepted was less than this: it does not cover it.`);
  }
  return sentences.length === 0 ? [] : [sentences.join(' ')];
}

function endSentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
