import type { GithubSide, PullRequest, WorkflowRun } from '../github/github-side.ts';
import type { AttemptVerdict, ConfirmationState, Ledger } from '../ledger/ledger.ts';
import { findRuns } from '../reconcile/find-runs.ts';
import { planBuild } from '../reconcile/plan-build.ts';
import type { Change } from '../reconcile/read-change.ts';
import { readConfiguration } from '../reconcile/read-configuration.ts';
import type { Configuration } from '../state/gate-facts.ts';
import type { Subject } from '../subject.ts';

export type PullRequestSubject = Extract<Subject, { kind: 'pull-request' }>;

/** What a command is about: the pull request as it is now, and what was measured of its head. */
export interface Situation {
  subject: PullRequestSubject;
  pullRequest: PullRequest;
  /** perigee.yml of the base branch. */
  configuration: Configuration;
  /** The newest run of the workflow that counts, for the head. */
  run?: WorkflowRun;
  /** Attempts of earlier runs of the same head: its own are counted on from them. */
  attemptsBefore: number;
  /** What was asked of it to confirm an alarm, with its own attempts. */
  confirmation?: ConfirmationState;
  /** Of all runs of the head, counted on over them, oldest first. */
  attempts: AttemptVerdict[];
  /** Name of a test → index of its shard; empty where the head's perigee.yml does not say. */
  shardOf: ReadonlyMap<string, number>;
  shardTotal: number;
}

export interface SituationPorts {
  github: GithubSide;
  ledger: Pick<Ledger, 'readVerdicts' | 'readConfirmation'>;
}

/**
 * Reads the pull request, its configuration and its runs anew, and their verdicts from the ledger: nothing is
 * downloaded or judged for a command.
 * @param options `keptUntilMs`: only verdicts that somebody can have seen by then
 * @returns undefined when there is no such pull request
 * @throws GithubUnavailable, GithubRefused
 */
export async function readSituation(
  { github, ledger }: SituationPorts,
  subject: PullRequestSubject,
  options: { keptUntilMs?: number } = {},
): Promise<Situation | undefined> {
  const pullRequest = await github.readPullRequest(subject.repository, subject.number);
  if (pullRequest === undefined) return undefined;
  const change = describeChange(subject, pullRequest);
  const { gate, judging, rules } = await readConfiguration(github, change);
  const none: Situation = {
    ...{ subject, pullRequest, configuration: rules, attemptsBefore: 0, attempts: [] },
    ...{ shardOf: new Map(), shardTotal: 1 },
  };
  if (gate === undefined) return none;
  const runs = findRuns(
    await github.listWorkflowRuns(subject.repository, pullRequest.head),
    change,
    gate.workflow,
  );
  const run = runs.at(-1);
  const found: Situation = { ...none, ...(run === undefined ? {} : { run }) };
  if (judging === undefined) return found;
  const { name: suite } = judging.planned;
  for (const one of runs) {
    const key = { repositoryId: subject.repository.id, suite, runId: one.id };
    for (const kept of ledger.readVerdicts(key, options)) {
      found.attempts.push({ ...kept, attempt: kept.attempt + found.attemptsBefore });
    }
    if (one !== run) {
      found.attemptsBefore += one.attempt;
      continue;
    }
    const confirmation = ledger.readConfirmation(key);
    if (confirmation !== undefined) found.confirmation = confirmation;
  }
  const total = judging.planned.shards.total ?? found.attempts.at(-1)?.verdict.shards?.total ?? 1;
  return { ...found, ...planShards(judging.planned, total) };
}

function planShards(
  suite: Parameters<typeof planBuild>[0],
  total: number,
): Pick<Situation, 'shardOf' | 'shardTotal'> {
  const plan = planBuild(suite, total);
  if (typeof plan === 'string') return { shardOf: new Map(), shardTotal: total };
  return { shardOf: plan.shardOf, shardTotal: plan.total };
}

function describeChange(subject: PullRequestSubject, pullRequest: PullRequest): Change {
  const { baseBranch, fork, head, headBranch, headRepositoryId, isOpen } = pullRequest;
  return {
    ...{ subject, kind: subject.kind, head, isOpen, fork, headBranch, pullRequest },
    ...{ rulesAt: baseBranch, targetBranch: baseBranch, event: 'pull_request' },
    ...(headRepositoryId === undefined ? {} : { headRepositoryId }),
  };
}
