import type { PullRequest } from '../github/github-side.ts';
import type { ConfirmationState } from '../../../src/gate/run-history.ts';
import type { AttemptVerdict, Ledger } from '../ledger/ledger.ts';
import { nameTests, planBuild } from '../change/plan-build.ts';
import { isOfSameBase } from '../change/describe-base.ts';
import type { LookPorts } from '../ports.ts';
import { readChange } from '../change/read-change.ts';
import { readConfiguration } from '../change/read-configuration.ts';
import { rememberRuns } from '../reconcile/remember-runs.ts';
import { openRuns, platformOf, type RunPorts } from '../runs/open-runs.ts';
import type { Run, RunSide } from '../runs/run.ts';
import type { Configuration } from '../../../src/gate/gate-facts.ts';
import type { Subject } from '../subject.ts';

export type PullRequestSubject = Extract<Subject, { kind: 'pull-request' }>;

/** What a command is about: the pull request as it is now, and what was measured of its head. */
export interface Situation {
  subject: PullRequestSubject;
  pullRequest: PullRequest;
  /** perigee.yml of the base branch. */
  configuration: Configuration;
  /** The newest run that counts, for the head, and the CI that ran it. */
  current?: { run: Run; side: RunSide };
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

export interface SituationPorts extends RunPorts, Pick<LookPorts, 'readers'> {
  signal: AbortSignal;
  ledger: Pick<Ledger, 'listSeen' | 'noteRun' | 'readVerdicts' | 'readConfirmation'>;
}

/**
 * Reads the pull request, its configuration and its runs anew, and their verdicts from the ledger: nothing is
 * downloaded or judged for a command.
 * @param options `keptUntilMs`: only verdicts that somebody can have seen by then
 * @returns undefined when there is no such pull request
 * @throws Unavailable, Refused
 */
export async function readSituation(
  ports: SituationPorts,
  subject: PullRequestSubject,
  options: { keptUntilMs?: number } = {},
): Promise<Situation | undefined> {
  const { github, ledger, readers, signal } = ports;
  const change = await readChange(github, subject);
  const pullRequest = change?.pullRequest;
  if (change === undefined || pullRequest === undefined) return undefined;
  const { gate, judging, rules } = await readConfiguration({ github, readers }, change);
  const none: Situation = {
    ...{ subject, pullRequest, configuration: rules, attemptsBefore: 0, attempts: [] },
    ...{ shardOf: new Map(), shardTotal: 1 },
  };
  if (gate === undefined) return none;
  const suite = judging?.planned.name;
  const side = openRuns(ports, platformOf(gate), subject.repository, signal);
  const known = rememberRuns(ledger, change);
  const runs = await side.list(change, gate, suite, known);
  const run = runs.at(-1);
  const found: Situation = { ...none, ...(run === undefined ? {} : { current: { run, side } }) };
  if (judging === undefined || suite === undefined) return found;
  for (const one of runs) {
    const key = { repositoryId: subject.repository.id, suite, runId: one.id };
    const kept = ledger.readVerdicts(key, options).filter((each) => isOfSameBase(each, change));
    for (const each of kept) {
      found.attempts.push({ ...each, attempt: each.attempt + found.attemptsBefore });
    }
    if (one !== run) {
      found.attemptsBefore += one.attempt;
      continue;
    }
    const confirmation = ledger.readConfirmation(key);
    if (confirmation !== undefined) found.confirmation = confirmation;
  }
  const total = judging.planned.shards.total ?? found.attempts.at(-1)?.verdict.shards?.total ?? 1;
  const attempts = nameTests(found.attempts, judging.planned, total);
  return { ...found, attempts, ...planShards(judging.planned, total) };
}

function planShards(
  suite: Parameters<typeof planBuild>[0],
  total: number,
): Pick<Situation, 'shardOf' | 'shardTotal'> {
  const plan = planBuild(suite, total);
  if (typeof plan === 'string') return { shardOf: new Map(), shardTotal: total };
  return { shardOf: plan.shardOf, shardTotal: plan.total };
}
