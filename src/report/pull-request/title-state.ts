import { isCommitId, shortenCommit } from '../../contract/commit.ts';
import { type Inline, type Sign } from '../blocks.ts';
import type { MeasuredBy, ViewState } from './view.ts';

/** One line that says it all. */
export interface Title {
  sign: Sign;
  words: Inline[];
}

export function makeTitle(sign: Sign, ...words: Inline[]): Title {
  return { sign, words };
}

/** The title of a state without a verdict. */
export function titleState(state: ViewState): Title {
  switch (state.kind) {
    case 'configuration-invalid':
      return makeTitle(
        '⚠️',
        `perigee.yml on the base branch is not valid${state.mends ? '; this change fixes it' : ''}`,
      );
    case 'not-relevant':
      return makeTitle('✅', 'Nothing changed that is measured');
    case 'untouched':
      return makeTitle('✅', 'Nothing to measure: no test reads what this change touches');
    case 'waiting':
      if (state.obstacle !== undefined) {
        return makeTitle('⏳', `Waiting: ${describeOutOfReach(state.measuredBy)}`);
      }
      return state.awaitsApproval === true
        ? makeTitle('⏳', `Waiting until ${describeApproval(state.measuredBy)}`)
        : makeTitle('⏳', 'Waiting for the measurement to start');
    case 'no-run':
      if (state.awaitsApproval === true) {
        return makeTitle('⚠️', `Not measured until ${describeApproval(state.measuredBy)}`);
      }
      return makeTitle('⚠️', `Not measured: ${describeNoRun(state)}`);
    case 'measuring':
      return makeTitle(
        '⏳',
        state.attempt > 1 ? `Measuring again, attempt ${state.attempt}` : 'Measuring',
      );
    case 'run-failed':
      if (state.isOfOtherBase === true)
        return makeTitle('⚠️', 'Not measured since its base changed');
      return makeTitle('⚠️', `Not measured: the run ${describeConclusion(state.conclusion)}`);
    case 'superseded':
      return makeTitle(
        '↪️',
        'Superseded by ',
        isCommitId(state.by) ? { code: shortenCommit(state.by) } : { commit: state.by },
      );
    case 'confirming':
      return makeTitle('⏳', 'Confirming on a fresh runner');
    case 'judged':
      return makeTitle(state.blocks ? '❌' : '✅', 'Judged');
  }
}

function describeApproval(by: MeasuredBy | undefined): string {
  return by !== undefined && 'pipeline' in by
    ? 'a step of the build is unblocked'
    : 'a maintainer approves the run';
}

function describeOutOfReach(by: MeasuredBy | undefined): string {
  return `Perigee cannot see the ${by !== undefined && 'pipeline' in by ? 'build' : 'run'}s`;
}

function describeNoRun({
  measuredBy,
  obstacle,
  waitedMs,
}: Extract<ViewState, { kind: 'no-run' }>): string {
  const run = 'pipeline' in measuredBy ? 'build' : 'run';
  return obstacle === undefined
    ? `no ${run} within ${describeWait(waitedMs)}`
    : describeOutOfReach(measuredBy);
}

/** `45 s`, `15 min`, `2 h`: as it is set, and so without a remainder where it has none. */
function describeWait(ms: number): string {
  const seconds = Math.round(ms / 1_000);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  return minutes % 60 === 0 ? `${minutes / 60} h` : `${minutes.toLocaleString('en-US')} min`;
}

/** GitHub's words for the end of a run, as the end of a sentence. */
function describeConclusion(conclusion: string): string {
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
