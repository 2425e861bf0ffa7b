import type { GateSettings } from '../../../src/contract/gate.ts';
import type { UntouchedShards } from '../../../src/contract/untouched-shards.ts';
import { choosePlan, listCounted } from '../../../src/gate/assemble-facts.ts';
import type { RunFacts, RunHistory } from '../../../src/gate/run-history.ts';
import { Refused } from '../../../src/transport/platform-errors.ts';
import { openRuns, platformOf } from '../runs/open-runs.ts';
import type { Run, RunSide } from '../runs/run.ts';
import { isOfSameBase } from '../change/describe-base.ts';
import type { RunKey } from '../ledger/ledger.ts';
import type { LookPorts } from '../ports.ts';
import { type JudgedRun, recallRun, type RunToJudge } from './judge-artifacts.ts';
import { nameTests } from '../change/plan-build.ts';
import type { Change } from '../change/read-change.ts';
import { describeAbsent, describeMissing, type KnownRuns, rememberRuns } from './remember-runs.ts';
import {
  type Judging,
  type ReadConfiguration,
  type SuiteAt,
  suiteFile,
} from '../change/read-configuration.ts';

export interface Measurements {
  /** All runs of this commit that may have measured this change, oldest first. */
  history: readonly RunHistory[];
  /** The newest of them that counts, with its own attempts alone. */
  current?: Pick<JudgedRun, 'run'> & Partial<JudgedRun> & { side: RunSide };
  /** Judged runs and artifacts that are gone, one sentence each. */
  lost: readonly string[];
  /** Why a run may be invisible: what the CI does not show. */
  obstacle?: string;
  /** The pull request of which all of this is: a merge group has the same files on the same base. */
  twin?: number;
  /** How many tests there are, where nothing has to be measured: the change touches nothing that they read. */
  untouchedTests?: number;
  /** Shards of which that is so, where others have something to measure. */
  untouched?: UntouchedShards & { total: number };
}

export type GatherPorts = Pick<
  LookPorts,
  'github' | 'ledger' | 'openArtifacts' | 'buildkite' | 'readers' | 'nowMs'
>;

/** The world as it is read for a look, and how runs are read in it. */
export type GatherContext = { ports: GatherPorts; signal: AbortSignal } & (
  | { judge: JudgeRun }
  /**
   * Only the ledger knows the run. `keptUntilMs`: only verdicts that were kept by then, so that people can have seen
   * them.
   */
  | { recall: { keptUntilMs?: number } }
);

/** Judges what a run has left. */
export type JudgeRun = (request: RunToJudge) => Promise<JudgedRun>;

/** The newest runs are always asked what they left. Of one before them, once that was judged, what was kept counts. */
const mostAsked = 5;

const none: Measurements = { history: [], lost: [] };

/**
 * All that was measured of this commit. A pull request that was closed and opened again has a second run of
 * the same commit.
 */
export async function gatherRuns(
  context: GatherContext,
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
    const unread = { attempts: [], isOfOtherBase: false };
    const refusals = [explainNoSuite(configuration.head)];
    return {
      ...none,
      history: [{ run: describeRun(newest), ...unread, refusals }],
      current: { run: newest, side },
    };
  }
  const { ports } = context;
  const judged: JudgedRun[] = [];
  for (const [place, run] of runs.entries()) {
    const request = { change, judging, side, run };
    const isNew = place >= runs.length - mostAsked;
    const isUnread = run.settled !== undefined && !known.isRead(run.id, run.settled);
    const isThere = run.absent === undefined && (isNew || isUnread);
    if ('recall' in context || !isThere) {
      const recalled = recallRun({ ...request, ports }, 'recall' in context ? context.recall : {});
      const isOfOtherBase = recalled.isOfOtherBase || known.isOfOtherBase(run.id);
      judged.push({ ...recalled, isOfOtherBase });
      continue;
    }
    const answer = await context.judge(request);
    judged.push(answer);
    // A new one is asked once more when others have come: what it left last may not be listed yet.
    known.note(run, { isRead: !isNew, isOfOtherBase: answer.isOfOtherBase }, ports.nowMs());
  }
  return combineRuns(context, side, judging, judged);
}

/**
 * Another CI than GitHub may be out of the service's reach, and a person has to be told so. Where there is a
 * verdict already, that stands: to lose sight of it is no reason to take it back. A command answers with the
 * refusal itself.
 */
async function listRuns(
  context: GatherContext,
  change: Change,
  gate: GateSettings,
  suite: string | undefined,
): Promise<{ side: RunSide; runs: Run[]; known: KnownRuns } | { obstacle: string }> {
  const { ports, signal } = context;
  const platform = platformOf(gate);
  try {
    const side = openRuns(ports, platform, change.subject.repository, signal);
    const known = rememberRuns(ports.ledger, change);
    const runs = await side.list(change, gate, suite, known);
    for (const run of runs) known.note(run, undefined, ports.nowMs());
    return { side, runs, known };
  } catch (error) {
    if (platform === 'github' || !(error instanceof Refused)) throw error;
    if ('recall' in context || hasVerdict(ports.ledger, change)) throw error;
    return { obstacle: error.message };
  }
}

function hasVerdict(ledger: GatherPorts['ledger'], change: Change): boolean {
  const runs = ledger.listRuns(change.subject.repository.id, change.head);
  return runs.some((key) => ledger.readVerdicts(key).some((one) => isOfSameBase(one, change)));
}

function combineRuns(
  { ports }: GatherContext,
  side: RunSide,
  { planned }: Judging,
  judged: readonly JudgedRun[],
): Measurements {
  const counted = listCounted(judged);
  const plan = choosePlan(counted);
  const last = counted.at(-1);
  return {
    history: judged.map(({ attempts, key, run, ...rest }) => ({
      ...rest,
      run: describeRun(run),
      attempts: nameTests(attempts, planned),
      ...recallConfirmation(ports, key),
      lastAttempt: (shard, total) => side.lastAttempt(run, shard, total),
    })),
    lost: describeLost(counted),
    ...(last === undefined
      ? {}
      : { current: { ...last, side, ...(plan === undefined ? {} : { plan }) } }),
  };
}

function describeRun({ attempt, conclusion, id: runId, status, url }: Run): RunFacts {
  return { runId, attempt, url, status, conclusion };
}

function recallConfirmation(
  { ledger }: GatherPorts,
  key: RunKey,
): Pick<RunHistory, 'confirmation'> {
  const confirmation = ledger.readConfirmation(key);
  return confirmation === undefined ? {} : { confirmation };
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

function explainNoSuite(head: SuiteAt): string {
  if (head.kind === 'none') return `this commit has no ${suiteFile}: nothing says what it measures`;
  return `${suiteFile} of this commit is not valid: nothing says what it measures`;
}
