import { type Alert, isAlertOpen } from '../../../src/contract/alerts.ts';
import { isRelevant } from '../../../src/contract/match-paths.ts';
import { isSuiteChange } from '../../../src/contract/suite-changes.ts';
import { assembleFacts } from '../../../src/gate/assemble-facts.ts';
import { decide } from '../../../src/gate/decide.ts';
import type { Decision, GateFacts } from '../../../src/gate/gate-facts.ts';
import { readQueueBranch } from '../../../src/transport/github/names.ts';
import { findAcceptors } from '../change/find-acceptors.ts';
import { type Change, readChange } from '../change/read-change.ts';
import { type ReadConfiguration, readConfiguration } from '../change/read-configuration.ts';
import type { LookPorts } from '../ports.ts';
import type { Subject } from '../subject.ts';
import { type GatherContext, gatherRuns, type JudgeRun, type Measurements } from './gather-runs.ts';
import { isMeasured, findUntouched } from './prove-for-change.ts';
import type { SeriesIdentity } from '../../../src/contract/series-key.ts';

/** The findings of a look, if something may be written after it. */
export interface LookContext {
  ports: LookPorts;
  judge: JudgeRun;
  signal: AbortSignal;
}

/** All that is known of a subject now, and what follows from it. Nothing is written to GitHub yet. */
export interface Look {
  change: Change;
  configuration: ReadConfiguration;
  measurements: Measurements;
  /** Alerts of the budgets that the branch exceeds which it is to be merged into. */
  budgets: readonly Alert[];
  facts: GateFacts;
  decision: Decision;
  /** The commit that was judged before this one. */
  previousHead?: string;
}

/**
 * Reads everything again and decides. What arrived in which order, or how often, makes no difference.
 * @returns undefined when there is no such pull request
 * @throws Unavailable, Refused
 */
export async function lookAt(context: GatherContext, subject: Subject): Promise<Look | undefined> {
  const { ports } = context;
  const change = await readChange(ports.github, subject);
  if (change === undefined) return undefined;
  const nowMs = ports.nowMs();
  const { sinceMs, previous } = ports.ledger.noteHead(subject, change.head, nowMs);
  const { configuration, measurements } = change.isOpen
    ? await measure(context, change)
    : untouched;
  const budgets = await findBudgets(ports, change);
  const { current, history, obstacle, untouchedTests } = measurements;
  const facts = assembleFacts(
    {
      ...{ nowMs, kind: change.kind, head: change.head, isOpen: change.isOpen },
      headSinceMs: sinceMs,
      configuration: configuration.rules,
      ...findRelevance(change, configuration),
      pullRequests: await findAcceptors(ports, change, current?.run, history),
      accepts: ports.ledger.listAccepts(subject.repository.id, nowMs),
      ...(budgets.length === 0 ? {} : { overBudget: listBlocked(budgets) }),
      ...(obstacle === undefined ? {} : { obstacle }),
      ...(untouchedTests === undefined ? {} : { untouchedTests }),
    },
    history,
  );
  return {
    ...{ change, configuration, measurements, budgets, facts, decision: decide(facts) },
    previousHead: previous,
  };
}

/** If a change of what is measured needs a person, no pattern of paths lets one pass unmeasured. */
function findRelevance(
  { changedFiles }: Change,
  { gate, judging }: ReadConfiguration,
): Pick<GateFacts, 'isRelevant' | 'changesSuite'> {
  const changesSuite = judging?.problems.some(isSuiteChange) === true;
  const mustBeSeen = changesSuite && gate?.whenSuiteChanged === 'block';
  return {
    changesSuite,
    isRelevant: gate === undefined || mustBeSeen || isRelevant(changedFiles, gate),
  };
}

type Found = Pick<Look, 'configuration' | 'measurements'>;

/** Nothing is requested about a closed pull request. */
const untouched: Found = {
  configuration: {
    rules: { kind: 'none', brings: false },
    base: { kind: 'none' },
    head: { kind: 'none' },
    start: { kind: 'none' },
  },
  measurements: { history: [], lost: [] },
};

async function measure(context: GatherContext, change: Change): Promise<Found> {
  const configuration = await readConfiguration(context.ports, change);
  const own = await gatherRuns(context, change, configuration);
  const twin = await findTwin(context, change, configuration, own);
  if (twin !== undefined) return { configuration, measurements: twin };
  const found = await findUntouched(context.ports, change, configuration, own);
  if (found === undefined) return { configuration, measurements: own };
  if (found.kind === 'shards') return { configuration, measurements: { ...own, untouched: found } };
  const { tests } = found;
  return { configuration, measurements: { ...own, history: [], untouchedTests: tests } };
}

/**
 * A measured pull request counts for the merge group that holds the same files on the same base: there is nothing else
 * to measure. Only if every attempt passed, so that there is nothing to confirm and to accept, and not from a fork: its
 * runs are begun by others.
 * @param own what the runs of the group itself have left
 * @returns undefined where the group has to be measured
 */
async function findTwin(
  { ports, signal }: GatherContext,
  group: Change,
  configuration: ReadConfiguration,
  own: Measurements,
): Promise<Measurements | undefined> {
  const { repository } = group.subject;
  const run = own.current?.run;
  if (group.kind !== 'merge-group' || group.before === undefined || run === undefined)
    return undefined;
  if (isMeasured(own)) return undefined;
  const number = readQueueBranch(run.headBranch)?.pullRequest;
  if (number === undefined) return undefined;
  const change = await readChange(ports.github, { kind: 'pull-request', repository, number });
  if (change?.before === undefined || change.fork || change.targetBranch !== group.targetBranch) {
    return undefined;
  }
  const { before } = change;
  const isSame = async (one: string, other: string): Promise<boolean> =>
    one === other ||
    (await ports.github.findTree(repository, one)) ===
      (await ports.github.findTree(repository, other));
  if (!(await isSame(group.head, change.head)) || !(await isSame(group.before, before))) {
    return undefined;
  }
  const found = await gatherRuns({ ports, signal, recall: {} }, change, configuration);
  const verdicts = found.history.flatMap(({ attempts }) => attempts.map(({ verdict }) => verdict));
  if (verdicts.length === 0 || verdicts.some(({ conclusion }) => conclusion !== 'passed')) {
    return undefined;
  }
  const { current } = found;
  return {
    ...{ history: found.history, lost: [], twin: number },
    // Nothing is asked of it, and how it ended is noted of the pull request.
    ...(current === undefined ? {} : { current: { run: current.run, side: current.side } }),
  };
}

/** The budgets that the branch exceeds which a change is to be merged into: alerts know of the default branch alone. */
async function findBudgets(
  { github, ledger }: Pick<LookPorts, 'github' | 'ledger'>,
  { isOpen, kind, subject, targetBranch }: Change,
): Promise<Alert[]> {
  const { repository } = subject;
  if (!isOpen || kind === 'push') return [];
  const exceeded = ledger
    .listAlerts(`${repository.owner}/${repository.name}`)
    .filter((alert) => alert.budget !== undefined && isAlertOpen(alert));
  if (exceeded.length === 0) return [];
  return targetBranch === (await github.defaultBranch(repository)) ? exceeded : [];
}

/** The series of those that block. */
function listBlocked(budgets: readonly Alert[]): readonly SeriesIdentity[] {
  const blocking = budgets.filter(({ budget }) => budget?.action === 'block');
  return blocking.flatMap(({ series }) => series);
}
