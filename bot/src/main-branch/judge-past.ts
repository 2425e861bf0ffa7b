import { Refused } from '../../../src/transport/platform-errors.ts';
import { nameTests, planBuild } from '../change/plan-build.ts';
import { findAcceptors } from '../change/find-acceptors.ts';
import type { LookPorts } from '../ports.ts';
import { readConfiguration } from '../change/read-configuration.ts';
import type { Change } from '../change/read-change.ts';
import { openRuns, platformOfRun } from '../runs/open-runs.ts';
import type { Run } from '../runs/run.ts';
import { assembleFacts } from '../../../src/gate/assemble-facts.ts';
import type { RunHistory } from '../../../src/gate/run-history.ts';
import { decide } from '../../../src/gate/decide.ts';
import type { Repository } from '../subject.ts';
import { type JudgedPush, listAttempts, type PushRun } from './judged-push.ts';

export type JudgingPorts = Pick<
  LookPorts,
  'github' | 'ledger' | 'nowMs' | 'openArtifacts' | 'buildkite' | 'readers'
>;

/**
 * How a push ended, all attempts and accepts taken together. Asked only of those that something was found in:
 * it takes the perigee.yml of then.
 */
export async function judgePast(
  ports: JudgingPorts,
  repository: Repository,
  branch: string,
  push: JudgedPush,
  signal: AbortSignal,
): Promise<JudgedPush> {
  const { before, commit, key, runs, verdict } = push;
  const isRed = listAttempts(push).some((one) => one.verdict.conclusion === 'regressed');
  if (!isRed) return push;
  const change: Change = {
    subject: { kind: 'push', repository, commit },
    ...{ kind: 'push', head: commit, before, rulesAt: before, targetBranch: branch },
    ...{ isOpen: true, fork: false, event: 'push' },
  };
  const { judging, rules } = await readConfiguration(ports, change);
  const plan = judging && planBuild(judging.planned, verdict.shards?.total ?? 1);
  const nowMs = ports.nowMs();
  const confirmation = ports.ledger.readConfirmation(key);
  const attempt = lastAttempt(runs.at(-1));
  // A second run that left nothing is over too, and only its CI knows of it.
  const isAsked = confirmation?.kind === 'requested' && confirmation.afterAttempt >= attempt;
  const run = isAsked ? await readRun() : undefined;
  const describeRun = (one: PushRun): RunHistory => ({
    run: {
      ...{ runId: one.key.runId, status: 'completed', conclusion: 'success' },
      ...{ attempt: lastAttempt(one), url: verdict.build.links?.['build'] ?? '' },
    },
    attempts: judging === undefined ? one.attempts : nameTests(one.attempts, judging.planned),
    ...{ isOfOtherBase: false, refusals: [] },
    ...(typeof plan === 'object' ? { plan } : {}),
  });
  const history = runs.map((one, place) => {
    const described = describeRun(one);
    if (place < runs.length - 1) return described;
    const { attempt: now, status } = run ?? described.run;
    return {
      ...described,
      run: { ...described.run, attempt: now, status },
      ...(confirmation === undefined ? {} : { confirmation }),
    };
  });
  const facts = assembleFacts(
    {
      ...{ nowMs, kind: 'push', head: commit, headSinceMs: nowMs, isOpen: true },
      ...{ configuration: rules, isRelevant: true, changesSuite: false },
      pullRequests: await findAcceptors(ports, change, undefined, history),
      accepts: ports.ledger.listAccepts(repository.id, nowMs),
    },
    history,
  );
  const { state } = decide(facts);
  if (state.kind !== 'judged') return push;
  const isPlanned = judging !== undefined && typeof plan === 'object';
  const planned = isPlanned ? { planned: { suite: judging.planned, plan } } : {};
  return { ...push, judgement: state.judgement, ...planned };

  /** Undefined too where its CI tells us nothing any more: then nothing more comes of it either. */
  async function readRun(): Promise<Run | undefined> {
    try {
      const side = openRuns(ports, platformOfRun({ id: key.runId }), repository, signal);
      return await side.read(key.runId, key.suite);
    } catch (error) {
      if (!(error instanceof Refused) || error.isOfInstallation) throw error;
      return undefined;
    }
  }
}

function lastAttempt(run: PushRun | undefined): number {
  return run?.attempts.at(-1)?.attempt ?? 1;
}
