import pLimit from 'p-limit';
import type { GateState } from '../../../src/gate/gate-facts.ts';
import { describeJudged } from '../../../src/gate/record/describe-judged.ts';
import { type Turns, createTurns } from '../../../src/async/take-turns.ts';
import { renderCheck } from '../../../src/report/pull-request/render-check.ts';
import { nameOwnCheck } from '../../../src/transport/github/checks.ts';
import { Refused } from '../../../src/transport/platform-errors.ts';
import type { RunKey } from '../ledger/ledger.ts';
import { type MainBranch, createMainBranch } from '../main-branch/track-main-branch.ts';
import { readPush } from '../main-branch/walk-pushes.ts';
import type { LookPorts } from '../ports.ts';
import { whenToPoll } from '../runs/when-to-poll.ts';
import type { Subject } from '../subject.ts';
import { confirm, whenToAskAgain } from './confirm.ts';
import { describeCheck } from './describe-check.ts';
import { type RunToJudge, judgeArtifacts } from './judge-artifacts.ts';
import { type Look, type LookContext, lookAt } from './look.ts';
import { makeView } from './make-view.ts';
import { createRefusalMemory } from './refusal-memory.ts';
import { writeCheck } from './write-check.ts';
import { type WrittenComments, writeComment } from './write-comment.ts';

export interface Reconciler {
  /**
   * Looks at a subject and makes its check, its comment and its issue say what is true now. Doing it again
   * changes nothing. One subject must not be reconciled twice at the same time.
   * @throws Unavailable when it helps to wait, Refused when not
   */
  reconcile(subject: Subject, signal: AbortSignal): Promise<void>;
}

/** Most looks in a row while the head keeps moving. */
const mostRounds = 4;
/** Looks wait for GitHub most of the time, and there may be many. Records take memory. */
const mostJudged = 4;

export function createReconciler(ports: LookPorts): Reconciler {
  const memory = createRefusalMemory();
  const judgeInTurn = pLimit(mostJudged);
  const written: WrittenComments = new Map();
  const kept = { written, mainBranch: createMainBranch(ports), inTurn: createTurns() };
  return {
    reconcile: async (subject, signal) => {
      const judge = (request: RunToJudge) =>
        judgeArtifacts({ ...request, ports, memory, judgeInTurn, signal });
      const context = { ports, judge, signal };
      for (let round = 1; round <= mostRounds; round++) {
        signal.throwIfAborted();
        const look = await lookAt(context, subject);
        if (look === undefined) {
          forget(ports, subject);
          return;
        }
        const end = await act(context, kept, look);
        if (end === 'done') return;
      }
      // It moves faster than we look.
      ports.ledger.scheduleLook(subject, ports.nowMs() + 1000);
    },
  };
}

interface Kept {
  written: WrittenComments;
  mainBranch: MainBranch;
  inTurn: Turns;
}

/** @returns `again` where what was decided from is not so any more */
async function act(
  context: LookContext,
  { inTurn, mainBranch, written }: Kept,
  look: Look,
): Promise<'done' | 'again'> {
  const { ports } = context;
  const { change, decision } = look;
  const { subject } = change;
  const confirming = await confirm(ports, look);
  if (confirming === 'refused' || confirming === 'moved on') return 'again';
  noteOutcome(ports, look);
  const view = await makeView(context, look);
  await supersede(ports, look);
  if (view !== undefined) {
    const check = describeCheck(decision, view);
    if (check !== undefined) {
      // Two pull requests may have this commit, and each would make a check.
      const key = `${subject.repository.id} ${change.head}`;
      const end = await inTurn(key, () => writeCheck(context, look, check));
      if (end === 'moved on') return 'again';
    }
    if ((await writeComment(ports, written, look, view)) === 'moved on') return 'again';
  }
  if (change.kind === 'push' && (decision.state.kind === 'judged' || isAlertAt(ports, look))) {
    await mainBranch.track(subject.repository, change.head, context.signal);
  }
  if (decision.state.kind === 'left-alone') await wakeOthers(ports, look);
  const { status } = decision.check;
  ports.ledger.noteFinished(subject, status === 'completed' || status === 'none');
  ports.ledger.scheduleLook(subject, findNextLook(ports, look));
  return 'done';
}

/** A command about an alert wakes its commit, which may never have been measured by itself. */
function isAlertAt({ ledger }: LookPorts, { change }: Look): boolean {
  const { name, owner } = change.subject.repository;
  return ledger.listAlerts(`${owner}/${name}`).some(({ commit }) => commit === change.head);
}

function noteOutcome({ ledger, nowMs }: LookPorts, { change, decision, measurements }: Look) {
  const { check, state } = decision;
  const key: RunKey | undefined = measurements.current?.key;
  if (state.kind !== 'judged' || check.status !== 'completed' || key === undefined) return;
  const { series } = state.judgement;
  const keysOf = (isCounted: (one: (typeof series)[number]) => boolean): string[] =>
    series.filter(isCounted).map((one) => one.key);
  const red = check.conclusion === 'failure';
  const cleared = keysOf(({ fate }) => fate === 'cleared');
  const confirmed = keysOf(({ fate, said }) => said.regressed > 1 && fate !== 'cleared');
  const entry = describeJudged(state.judgement.verdict, {
    ...{ run: key.runId, isWhole: true },
    outcome: { isRed: red, cleared: cleared.length, confirmed: confirmed.length },
  });
  ledger.noteOutcome(key, change.head, { red, cleared, confirmed, entry }, nowMs());
}

/** Something is expected to come. */
const unsettled: ReadonlySet<GateState['kind']> = new Set(['waiting', 'measuring', 'confirming']);

function findNextLook(ports: LookPorts, look: Look): number | undefined {
  const { configuration, decision, measurements } = look;
  const times = [
    decision.lookAgainAtMs,
    whenToAskAgain(ports, look),
    whenToPoll({
      nowMs: ports.nowMs(),
      pipeline: configuration.gate?.pipeline,
      hearsOfBuilds: ports.hearsOfBuilds,
      isSettled: !unsettled.has(decision.state.kind),
      run: measurements.current?.run,
    }),
  ];
  const known = times.filter((each) => each !== undefined);
  return known.length === 0 ? undefined : Math.min(...known);
}

/** The pull request no longer exists. */
function forget({ ledger }: LookPorts, subject: Subject): void {
  ledger.noteFinished(subject, true);
  ledger.scheduleLook(subject, undefined);
}

/**
 * Wakes the changes that depend on a closed pull request: others of the same commit shared their check with it, and so
 * did a push to the default branch of that commit; and what it merged is covered by its accepts.
 */
async function wakeOthers(
  { github, ledger, nowMs }: Pick<LookPorts, 'github' | 'ledger' | 'nowMs'>,
  { change }: Look,
): Promise<void> {
  const { head, pullRequest, subject } = change;
  if (subject.kind !== 'pull-request') return;
  const { repository } = subject;
  for (const { number } of await github.findPullRequests(repository, head)) {
    if (number === subject.number) continue;
    ledger.scheduleLook({ kind: 'pull-request', repository, number }, nowMs());
  }
  for (const commit of new Set([head, pullRequest?.mergeCommit])) {
    if (commit === undefined || readPush(ledger, repository, commit) === undefined) continue;
    ledger.scheduleLook({ kind: 'push', repository, commit }, nowMs());
  }
}

type Ports = Pick<LookPorts, 'github' | 'ledger' | 'logger' | 'nowMs'>;

/**
 * Ends the check of the commit before this one, if it still waits: it is not measured any more. A check
 * that has its verdict keeps it.
 *
 * It ends as one that does not let a merge pass: a push back to that commit must not find it green. Where that
 * commit was pushed to the default branch, too, it gets the verdict on that back.
 */
async function supersede(ports: Ports, { change, previousHead }: Look): Promise<void> {
  if (previousHead === undefined || previousHead === change.head) return;
  try {
    await endCheckOf(previousHead, ports, change);
  } catch (error) {
    if (!(error instanceof Refused) || error.isOfInstallation) throw error;
    // A force-push leaves commits behind, and GitHub may have this one no more. The new one needs its check.
    ports.logger.log('warn', 'a former check stays as it is', { previousHead, why: error.message });
  }
}

async function endCheckOf(
  previousHead: string,
  { github, ledger, nowMs }: Ports,
  change: Look['change'],
): Promise<void> {
  const { head, subject } = change;
  const { repository } = subject;
  const standing = await github.findCheck(repository, previousHead);
  if (standing === undefined || standing.status === 'completed') return;
  const others = await github.findPullRequests(repository, previousHead);
  if (others.length > 0) return;
  if (readPush(ledger, repository, previousHead) !== undefined) {
    ledger.scheduleLook({ kind: 'push', repository, commit: previousHead }, nowMs());
    return;
  }
  const said = renderCheck({
    head: previousHead,
    state: { kind: 'superseded', by: head },
    ...{ fork: change.fork, links: { logs: {} }, accepts: [], notes: [] },
  });
  const externalId = nameOwnCheck(`superseded ${head}`);
  const end = { status: 'completed', conclusion: 'cancelled', externalId, buttons: [] } as const;
  await github.writeCheck(repository, previousHead, { ...end, ...said }, standing.id);
}
