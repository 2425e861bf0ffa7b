/** Sentences of our own on a state: what it does to the merge, how sure it is, and what to do. */
import { listBaseless } from '../../contract/baseless-tests.ts';
import { hasAllLooks } from '../../contract/missed-change.ts';
import { isAlone } from '../../contract/sides.ts';
import { seriesKey } from '../../contract/series-key.ts';
import { type Block, type Inline, paragraph } from '../blocks.ts';
import { canBlock, hasVanished } from '../findings.ts';
import { cutPlain } from '../plain-text.ts';
import { describePatch, formatHowToSee, nameAgain, takeLonger } from './describe-patch.ts';
import { quoteName } from './name-series.ts';
import type { SortedJudgement } from './sort-judgement.ts';
import type { PullRequestView, ViewJudgement, ViewState } from './view.ts';

/** The facts beside the state that the words about a merge depend on. */
export type Place = Pick<
  PullRequestView,
  'kind' | 'isAlone' | 'isRequired' | 'brings' | 'fork' | 'patch'
>;

/** The effect of a check on the merge, in a sentence; nothing if there is no merge left to block. */
export function describeMerge({ kind, isAlone, isRequired }: Place, blocks: boolean): string {
  if (kind === 'push' || isAlone === true) return '';
  if (!blocks) return 'This does not block the merge.';
  if (isRequired === false) {
    return 'This check is not required here, so the merge does not wait for it.';
  }
  return kind === 'merge-group'
    ? 'This keeps the group from being merged.'
    : 'This blocks the merge.';
}

/** How to have it measured again: by a command, or by the button of the check where commands do not work. */
export function describeRerun({ isAlone, kind }: Place): string {
  if (isAlone === true) return 'run it again, with more `time` if it stays undecided';
  return isPullRequest({ kind })
    ? '`/perigee rerun` (with write access)'
    : 'Measure again at the top of the check (with write access)';
}

/** Commands work only in comments on a pull request. */
export function isPullRequest({ kind }: { kind?: Place['kind'] | undefined }): boolean {
  return kind === undefined || kind === 'pull-request';
}

/** How to put it right. */
export function describeFix({ kind }: Place): string {
  if (kind === 'push') return 'fix or revert it';
  return kind === 'merge-group'
    ? 'fix it in its pull request and queue that again'
    : 'fix it and push';
}

/** Sentences in one line, without those that are empty. */
export function joinSentences(...sentences: readonly string[]): string {
  return sentences.filter((sentence) => sentence !== '').join(' ');
}

/** A paragraph of what holds, and behind it what to do. */
export function renderAdvice(before: readonly string[], what: string, after: string = ''): Block[] {
  const start = joinSentences(...before);
  const advice: Inline[] = what === '' ? [] : [{ bold: 'What now:' }, ` ${what}`];
  const pieces: Inline[] = [start, start === '' || what === '' ? '' : ' ', ...advice];
  return paragraph(...pieces, after === '' ? '' : ` ${after}`);
}

/** How sure it is, what it does to the merge and who can do what now; a clean change needs none of it. */
export function renderWhatNow(
  state: Extract<ViewState, { kind: 'judged' }>,
  sorted: SortedJudgement,
  place: Place,
): Block[] {
  const merge = describeMerge(place, state.blocks);
  switch (state.outcome) {
    case 'passed':
      return renderAdvice([], formatHowToSee(state.judgement.verdict, place.patch));
    case 'accepted':
      return [];
    case 'regressed': {
      const { what, after } = formatWaysOut(state, sorted, place);
      return renderAdvice([...formatConfirmation(state.judgement, sorted), merge], what, after);
    }
    case 'busy':
    case 'undecided':
      return renderAdvice([merge], formatHowToDecide(state.judgement, sorted, place));
    case 'incomplete':
      return renderAdvice([merge], formatHowToComplete(state.judgement, place));
    case 'not-seen':
      return renderAdvice([merge], heldForSight);
    case 'suite-changed':
      return renderAdvice([merge], heldForSuite);
    case 'over-budget':
      return renderAdvice([merge], heldForBudget);
    case 'no-baseline':
      return renderAdvice(
        [merge, 'Once this is merged, later changes are compared with it.'],
        // The change that brings what is to be compared with can have nothing itself.
        state.blocks && place.isRequired !== false && place.isAlone !== true ? pastCheck : '',
      );
  }
}

/** Measuring again decides what may be chance, and nothing of what has no base. */
function formatHowToDecide(
  { verdict }: ViewJudgement,
  { rest }: SortedJudgement,
  place: Place,
): string {
  if (listBaseless(verdict.tests, verdict.build).length > 0) {
    return 'a test that the base plans has to pass there too. Keep what its command needs where the base has it, such as a file at the old path that calls the new one, or fix the base first.';
  }
  const open = rest.undecided.filter(canBlock);
  if (open.length > 0 && open.every(hasVanished)) {
    return 'bring back what is gone; if it was meant to go, take it out of perigee.yml too.';
  }
  if (isAlone(verdict.build)) return '';
  const able = open.filter((one) => !hasVanished(one));
  const tests = new Set(able.map(({ test }) => test));
  const isAll = place.isAlone === true && verdict.tests.every(({ name }) => tests.has(name));
  const most = place.patch?.plan?.most;
  if (isAll && able.every((one) => hasAllLooks(one, most))) return usedUp;
  const again = nameAgain([...tests], place.patch);
  const may = 'measuring again may decide:';
  if (again === undefined) return `${may} ${describeRerun(place)}.`;
  if (place.isAlone === true) {
    const command = isAll ? takeLonger(again, place.patch) : again;
    const how = isAll
      ? 'for longer, since this time did not decide it'
      : 'which measures only what is suspected, with more `time` if it stays undecided';
    return `${may} run \`${command}\`, ${how}.`;
  }
  const own = `. On your own machine, \`${again}\` measures only what is suspected`;
  return `${may} ${describeRerun(place)}${isPullRequest(place) ? own : ''}.`;
}

function formatHowToComplete({ verdict }: ViewJudgement, place: Place): string {
  if (place.isAlone !== true)
    return `see the log of what is missing; ${describeRerun(place)} measures it again.`;
  return verdict.build.interrupted === true
    ? 'go on with it (`--resume`), or run it again.'
    : 'see the log of what is missing, and run it again.';
}

const usedUp =
  'it has all its pairs, so a longer time does not help. A quieter machine, more builds of each side (`builds` in perigee.yml) or a wider limit may decide it.';

const heldForSight =
  'nothing points to a regression, and larger ones than asked for could hide in the series named above. Give the suite more `time` or more shards, ask for less with `see`, or have it merged by a maintainer who may bypass the check (`gate.whenNotSeen` of the base branch is `block`).';

const heldForSuite =
  '`gate.whenSuiteChanged` of the base branch is `block`. Once it is clear what is measured from now on, a maintainer who may bypass the check merges it.';

const heldForBudget =
  'make it no worse, or win back elsewhere what the budget lacks. To let it grow: `/perigee alert accepted because <reason>` on the issue about the budget; this check follows within an hour.';

const pastCheck =
  'there is nothing to fix. A maintainer who may bypass the check merges it; with `gate.whenUndecided: pass` on the base branch such a change does not wait.';

function formatWaysOut(
  { judgement }: Extract<ViewState, { kind: 'judged' }>,
  sorted: SortedJudgement,
  place: Place,
): { what: string; after?: string } {
  const { blocking, brokenTests } = sorted;
  const hasSeries = blocking.length > 0;
  const explain =
    hasSeries && place.isAlone !== true ? '`/perigee explain` shows the evidence.' : '';
  if (place.brings === true) {
    const after = `perigee.yml is new here: this is what it would say of a change like this one. ${explain}`;
    return { what: '', after: after.trim() };
  }
  const tests = [
    ...new Set([
      ...blocking.map(({ test }) => test),
      ...brokenTests.map(({ name, outcome }) => outcome?.name ?? name),
    ]),
  ];
  const patch = describePatch(tests, sorted, judgement.verdict, place.patch);
  if (place.isAlone === true) return { what: `fix it, then ${patch}.` };
  if (!isPullRequest(place)) return { what: `${describeFix(place)}.` };
  const name = tests.length === 1 ? quoteName(tests[0] ?? '') : 'all';
  const accept = hasSeries ? `\`/perigee accept ${name} because <reason>\`` : '';
  // Only one run said so, and the second was lost: repeat it before fixing anything.
  if (judgement.secondIsMissing === true) {
    const also = accept === '' ? '' : `With write access also ${accept}.`;
    return {
      what: `${describeRerun(place)} to have it measured a second time; if that says so too, fix it and push.`,
      after: joinSentences(explain, also),
    };
  }
  const commands = [accept, '`/perigee rerun`'].filter((text) => text !== '').join(' or ');
  return {
    what: `fix it, then ${patch}, and push; or, with write access, ${commands}.`,
    after: explain,
  };
}

const mostOutgrown = 5;

/** How often it was said, and by how many runners; and which accepts do not cover it any more. */
function formatConfirmation(
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
    sentences.push(endSentence(`${who}: ${cutPlain(unconfirmed, 300)}`));
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
    sentences.push(`${cutPlain(id, 40)} accepted less than this, and does not cover it.`);
  }
  return sentences;
}

/** GitHub starts no run when the target changes, and a re-run has the event of the first one. */
export const baseChanged = {
  seen: 'Its base changed since this run began, and a re-run measures the same two commits again.',
  remedy: 'push, or close and reopen the pull request.',
} as const;

export function endSentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
