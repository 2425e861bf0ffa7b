import type { GateSettings } from '../../../src/contract/gate.ts';
import type { ConfirmationState } from '../../../src/gate/run-history.ts';
import type { GateFacts } from '../../../src/gate/gate-facts.ts';
import { Refused } from '../../../src/transport/platform-errors.ts';
import { openRuns, platformOf } from '../runs/open-runs.ts';
import type { Run, RunSide } from '../runs/run.ts';
import { isOfSameBase } from '../change/describe-base.ts';
import { type JudgedRun, judgeRun, recallRun, type RunRequest } from './judge-run.ts';
import { nameTests } from '../change/plan-build.ts';
import type { Change } from '../change/read-change.ts';
import { describeAbsent, describeMissing, type KnownRuns, rememberRuns } from './remember-runs.ts';
import {
  type Judging,
  type ReadConfiguration,
  type SuiteAt,
  suiteFile,
} from '../change/read-configuration.ts';

export interface Measurements extends Pick<
  GateFacts,
  'run' | 'attempts' | 'shardOf' | 'refusals' | 'confirmation' | 'obstacle'
> {
  /** The newest run that measured this change, with its own attempts alone. */
  current?: Pick<JudgedRun, 'run'> & Partial<JudgedRun> & { side: RunSide };
  /** What was judged and is not there any more, one sentence each. */
  lost: readonly string[];
}

/** The newest runs are always asked what they left. Of one before them, once that was judged, what was kept counts. */
const mostAsked = 5;

type Context = Pick<RunRequest, 'ports' | 'memory' | 'judgeInTurn' | 'signal'>;

const none: Measurements = { attempts: [], shardOf: new Map(), refusals: [], lost: [] };

/**
 * All that was measured of this commit. A pull request that was closed and opened again has a second run of
 * the same commit: its attempts are counted on from those of the first, for whoever measures until it is
 * green has no gate.
 */
export async function gatherRuns(
  context: Context,
  change: Change,
  configuration: ReadConfiguration,
): Promise<Measurements> {
  const { gate, judging } = configuration;
  if (gate === undefined) return none;
  const found = await listRuns(context, change, gate, judging?.planned.name);
  if ('obstacle' in found) return { ...none, obstacle: found.obstacle };
  const { known, runs, side } = found;
  const newest = runs.at(-1);
  if (newest === undefined) return none;
  if (judging === undefined) {
    const { id: runId, attempt, url, status, conclusion } = newest;
    const ended = conclusion === undefined ? {} : { conclusion };
    return {
      ...none,
      run: { runId, attempt, url, status, ...ended },
      refusals: [explainNoSuite(configuration.head)],
      current: { run: newest, side },
    };
  }
  const judged: JudgedRun[] = [];
  for (const [place, run] of runs.entries()) {
    const request = { ...context, change, judging, side, run };
    const isNew = place >= runs.length - mostAsked;
    const isUnread = run.settled !== undefined && !known.isRead(run.id, run.settled);
    const isAsked = run.absent === undefined && (isNew || isUnread);
    judged.push(isAsked ? await judgeRun(request) : recallRun(request));
    // A new one is asked once more when others have come: what it left last may not be listed yet.
    if (isAsked && !isNew) known.note(run, true, context.ports.nowMs());
  }
  const own = judged.filter(({ isOfOtherBase }) => !isOfOtherBase);
  return combineRuns(context, side, judging, own.length === 0 ? judged : own);
}

/**
 * Another CI than GitHub may be out of the service's reach, and a person has to be told so. Where there is a
 * verdict already, that stands: to lose sight of it is no reason to take it back.
 */
async function listRuns(
  { ports, signal }: Context,
  change: Change,
  gate: GateSettings,
  suite: string | undefined,
): Promise<{ side: RunSide; runs: Run[]; known: KnownRuns } | { obstacle: string }> {
  const platform = platformOf(gate);
  try {
    const side = openRuns(ports, platform, change.subject.repository, signal);
    const known = rememberRuns(ports.ledger, change);
    const runs = await side.list(change, gate, suite, known);
    for (const run of runs) known.note(run, false, ports.nowMs());
    return { side, runs, known };
  } catch (error) {
    if (platform === 'github' || !(error instanceof Refused)) throw error;
    if (hasVerdict(ports.ledger, change)) throw error;
    return { obstacle: error.message };
  }
}

function hasVerdict(ledger: Context['ports']['ledger'], change: Change): boolean {
  const runs = ledger.listRuns(change.subject.repository.id, change.head);
  return runs.some((key) => ledger.readVerdicts(key).some((one) => isOfSameBase(one, change)));
}

function combineRuns(
  { ports }: Context,
  side: RunSide,
  { planned }: Judging,
  judged: readonly JudgedRun[],
): Measurements {
  const last = judged.at(-1);
  if (last === undefined) return none;
  const { key, refusals, run } = last;
  // Where perigee.yml does not say how many shards there are, a run that left nothing does not either.
  const plan = judged.findLast(({ attempts }) => attempts.length > 0)?.plan ?? last.plan;
  const current = { ...last, side, ...(plan === undefined ? {} : { plan }) };
  let offset = 0;
  const attempts = judged.flatMap(({ attempts: own, run: { attempt } }) => {
    const counted = own.map((one) => ({ ...one, attempt: one.attempt + offset }));
    offset += attempt;
    return counted;
  });
  offset -= run.attempt;
  const confirmation = ports.ledger.readConfirmation(key);
  const { id: runId, url, status, conclusion } = run;
  return {
    run: {
      ...{ runId, url, status, attempt: run.attempt + offset },
      ...(conclusion === undefined ? {} : { conclusion }),
    },
    attempts: plan === undefined ? attempts : nameTests(attempts, planned, plan.total),
    refusals,
    lost: describeLost(judged),
    shardOf: plan?.shardOf ?? new Map(),
    ...(confirmation === undefined
      ? {}
      : { confirmation: moveOn(leaveOutLost(confirmation, current), offset) }),
    current,
  };
}

function describeLost(judged: readonly JudgedRun[]): string[] {
  const counted = judged.filter(({ attempts }) => attempts.length > 0);
  return [
    ...describeAbsent(
      judged.map(({ run }) => run),
      new Set(counted.map(({ run }) => run.id)),
    ),
    ...counted.flatMap(({ missing, run }) => describeMissing(run.id, missing)),
  ];
}

/**
 * Where a run takes one request for each shard, some can be lost while others are taken: whose shard was not
 * begun since was not asked for.
 */
function leaveOutLost(
  state: ConfirmationState,
  { plan, run, side }: NonNullable<Measurements['current']>,
): ConfirmationState {
  if (state.kind !== 'requested' || plan === undefined) return state;
  const { afterAttempt, shards } = state;
  if (run.attempt <= afterAttempt) return state;
  const isBegun = (shard: number): boolean =>
    (side.lastAttempt(run, shard, plan.total) ?? Infinity) > afterAttempt;
  return { ...state, shards: shards.filter(isBegun) };
}

/** Its attempt is one of its own run. */
function moveOn(state: ConfirmationState, offset: number): ConfirmationState {
  if (state.kind !== 'requested') return state;
  return { ...state, afterAttempt: state.afterAttempt + offset };
}

function explainNoSuite(head: SuiteAt): string {
  if (head.kind === 'none') return `this commit has no ${suiteFile}: nothing says what it measures`;
  return `${suiteFile} of this commit is not valid: nothing says what it measures`;
}
