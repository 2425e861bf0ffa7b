import { describeBaseless, listBaseless } from '../../contract/baseless-tests.ts';
import { describeMissed } from '../../contract/missed-change.ts';
import { describeReductions } from '../../contract/suite-changes.ts';
import { shortenCommit, tellHeadline } from '../build-words.ts';
import type { SeriesVerdict, Verdict } from '../../contract/documents.ts';
import { indexMetrics } from '../series-words.ts';
import { canBlock } from '../findings.ts';
import type { SortedJudgement } from './sort-judgement.ts';
import { countThings, type Title, titleRegressions } from './title.ts';
import type { MeasuredBy, PullRequestView, ViewJudgement, ViewOutcome, ViewState } from './view.ts';

/** The verdict in one line. @param sorted of the judgement, where the state has one */
export function titleView({ state }: PullRequestView, sorted?: SortedJudgement): Title {
  if (sorted === undefined) return titleState(state);
  if (state.kind === 'confirming') return titleConfirming(sorted);
  if (state.kind !== 'judged') return titleState(state);
  const { outcome, judgement } = state;
  const title = {
    ...titleOutcome(outcome, judgement, sorted),
    ...tellEnd(outcome, judgement),
  };
  // Only the change itself is red; what the gate could not decide is not its fault, even if that blocks.
  return title.sign === '❌' && !state.blocks ? { ...title, sign: '⚠️' } : title;
}

/** Where the headline of the verdict is the title, that says it. */
function tellEnd(outcome: ViewOutcome, { verdict }: ViewJudgement): Pick<Title, 'end'> {
  if (outcome === 'incomplete' && isIncomplete(verdict)) return {};
  const { build, problems, tests } = verdict;
  return { end: describeBaseless(listBaseless(tests, build)) + describeReductions(problems) };
}

function titleState(state: ViewState): Title {
  switch (state.kind) {
    case 'configuration-invalid':
      return {
        sign: '⚠️',
        words: state.mends
          ? 'perigee.yml on the base branch is not valid; this change fixes it'
          : 'perigee.yml on the base branch is not valid',
      };
    case 'not-relevant':
      return { sign: '✅', words: 'Nothing changed that is measured' };
    case 'untouched':
      return { sign: '✅', words: 'Nothing to measure: no test reads what this change touches' };
    case 'waiting':
      return {
        sign: '⏳',
        words: sayWaiting(state),
      };
    case 'no-run':
      if (state.awaitsApproval === true) {
        return { sign: '⚠️', words: `Not measured until ${sayApproval(state.measuredBy)}` };
      }
      return { sign: '⚠️', words: `Not measured: ${sayNoRun(state)}` };
    case 'measuring':
      return {
        sign: '⏳',
        words: state.attempt > 1 ? `Measuring again, attempt ${state.attempt}` : 'Measuring',
      };
    case 'run-failed':
      if (state.isOfOtherBase === true) {
        return { sign: '⚠️', words: 'Not measured since its base changed' };
      }
      return {
        sign: '⚠️',
        words: `Not measured: the run ${sayConclusion(state.conclusion)}`,
      };
    case 'superseded':
      return { sign: '↪️', words: `Superseded by ${shortenCommit(state.by)}` };
    case 'confirming':
      return { sign: '⏳', words: 'Confirming on a fresh runner' };
    case 'judged':
      return { sign: state.blocks ? '❌' : '✅', words: 'Judged' };
  }
}

function sayApproval(by: MeasuredBy | undefined): string {
  return by !== undefined && 'pipeline' in by
    ? 'somebody unblocks a step of the build'
    : 'a maintainer approves the run';
}

function sayWaiting({
  awaitsApproval,
  measuredBy,
  obstacle,
}: Extract<ViewState, { kind: 'waiting' }>): string {
  if (obstacle !== undefined) return `Waiting: ${sayOutOfReach(measuredBy)}`;
  return awaitsApproval === true
    ? `Waiting until ${sayApproval(measuredBy)}`
    : 'Waiting for the measurement to start';
}

function sayOutOfReach(by: MeasuredBy | undefined): string {
  const run = by !== undefined && 'pipeline' in by ? 'build' : 'run';
  return `the ${run}s are out of reach`;
}

function sayNoRun({ measuredBy, obstacle, waitedMs }: Extract<ViewState, { kind: 'no-run' }>) {
  const run = 'pipeline' in measuredBy ? 'build' : 'run';
  return obstacle === undefined
    ? `no ${run} within ${tellWait(waitedMs)}`
    : sayOutOfReach(measuredBy);
}

/** `45 s`, `15 min`, `2 h`: as it is set, and so without a remainder where it has none. */
function tellWait(ms: number): string {
  const seconds = Math.round(ms / 1_000);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  return minutes % 60 === 0 ? `${minutes / 60} h` : `${minutes.toLocaleString('en-US')} min`;
}

/** GitHub's words for the end of a run, as the end of a sentence. */
function sayConclusion(conclusion: string): string {
  const known: Readonly<Record<string, string>> = {
    success: 'left nothing that can be judged',
    failure: 'failed',
    cancelled: 'was cancelled',
    timed_out: 'took too long and was ended',
    action_required: 'waits until a maintainer approves it',
    skipped: 'was skipped',
    stale: 'never ended',
    startup_failure: 'could not start',
  };
  return Object.hasOwn(known, conclusion)
    ? (known[conclusion] ?? '')
    : `ended as ${conclusion.slice(0, 40)}`;
}

function titleConfirming({ awaiting, brokenTests }: SortedJudgement): Title {
  const what = [
    ...(awaiting.length > 0 ? [countThings(awaiting.length, 'series')] : []),
    ...(brokenTests.length > 0 ? [countThings(brokenTests.length, 'test', 'tests')] : []),
  ];
  const again = what.length === 0 ? 'what looked worse' : what.join(' and ');
  return { sign: '⏳', words: `Confirming: ${again} on a fresh runner` };
}

/** Where every test was left out, the headline says so. */
function tellPassedOrNothing(verdict: Verdict, sorted: SortedJudgement): string {
  return verdict.series.length === 0 ? tellHeadline(verdict) : tellPassed(verdict.series, sorted);
}

function titleOutcome(
  outcome: ViewOutcome,
  { verdict }: ViewJudgement,
  sorted: SortedJudgement,
): Title {
  const metrics = indexMetrics(verdict.metrics);
  const { blocking, accepted, brokenTests, rest } = sorted;
  switch (outcome) {
    case 'passed':
      return { sign: '✅', words: `Passed: ${tellPassedOrNothing(verdict, sorted)}` };
    case 'regressed': {
      const [first, ...others] = blocking;
      const [test, ...tests] = brokenTests;
      if (first === undefined) {
        const more = tests.length === 0 ? '' : `, and ${countThings(tests.length, 'more')}`;
        const named = test === undefined ? {} : { name: test.name, more };
        return { sign: '❌', words: 'Regressed: a test fails that passed before:', ...named };
      }
      const title = titleRegressions('Regressed', [first, ...others], metrics);
      if (test === undefined) return { sign: '❌', ...title };
      const failing = `, and ${countThings(brokenTests.length, 'failing test', 'failing tests')}`;
      return { sign: '❌', ...title, more: `${title.more ?? ''}${failing}` };
    }
    case 'accepted': {
      const [first, ...others] = accepted;
      if (first === undefined) return { sign: '✅', words: 'Accepted: all that is worse' };
      return { sign: '✅', ...titleRegressions('Accepted', [first, ...others], metrics) };
    }
    case 'busy': {
      const open = countThings(rest.undecided.filter(canBlock).length, 'latency', 'latencies');
      return {
        sign: '⚠️',
        words: `The machine was too busy to judge ${open}; CPU time is cleared there`,
      };
    }
    case 'undecided': {
      const open = rest.undecided.filter(canBlock).length;
      const what = open === 0 ? '' : `: ${countThings(open, 'series')} that could block`;
      return { sign: '⚠️', words: `Undecided${what}` };
    }
    case 'suite-changed':
      return {
        sign: '⚠️',
        words: `Held: this change alters what is measured; ${tellPassed(verdict.series, sorted)}`,
      };
    case 'over-budget':
      return {
        sign: '⚠️',
        words: `Held: a series gets worse whose budget is used up; ${tellPassed(verdict.series, sorted)}`,
      };
    case 'incomplete': {
      const why = isIncomplete(verdict) ? tellHeadline(verdict) : 'not everything was measured';
      return { sign: '⚠️', words: `Incomplete: ${why}` };
    }
    case 'no-baseline': {
      const count = countThings(rest.noBaseline.length, 'series');
      return { sign: '⚠️', words: `No baseline: nothing to compare ${count} with` };
    }
  }
}

function isIncomplete({ conclusion }: ViewJudgement['verdict']): boolean {
  return conclusion === 'incomplete' || conclusion === 'nothing-measured';
}

function tellPassed(
  all: readonly SeriesVerdict[],
  { cleared, accepted, rest }: SortedJudgement,
): string {
  const warned = rest.warnings.length;
  const compared = all.filter(({ before }) => before.location !== undefined).length;
  const fresh = rest.noBaseline.length;
  const series = countThings(compared, 'series');
  const parts = [
    warned === 0 ? `nothing regressed in ${series}` : `nothing that blocks regressed in ${series}`,
    ...(warned === 0 ? [] : [countThings(warned, 'only warns', 'only warn')]),
    ...(fresh === 0 ? [] : [`${countThings(fresh, 'new')}, without a baseline`]),
    ...(rest.improvements.length === 0 ? [] : [countThings(rest.improvements.length, 'improved')]),
    ...(accepted.length === 0 ? [] : [countThings(accepted.length, 'accepted')]),
    ...(cleared.length === 0
      ? []
      : [countThings(cleared.length, 'alarm cleared', 'alarms cleared')]),
  ];
  return `${parts.join(', ')}${describeMissed(all)}`;
}
