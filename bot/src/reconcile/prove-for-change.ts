import type { UntouchedShards } from '../../../src/contract/untouched-shards.ts';
import type { AttemptVerdict, RunKey } from '../ledger/ledger.ts';
import { type BuildPlan, planBuild } from '../change/plan-build.ts';
import type { Change } from '../change/read-change.ts';
import type { Judging, ReadConfiguration } from '../change/read-configuration.ts';
import type { LookPorts } from '../ports.ts';
import type { RunHistory } from '../../../src/gate/run-history.ts';
import { countUnproven } from './may-replace.ts';
import type { RefusalMemory } from './refusal-memory.ts';
import { type LeftOutAnswer, proveLeftOut } from '../left-out/prove-left-out.ts';

interface Context {
  change: Change;
  judging: Judging;
  key: RunKey;
  plan: BuildPlan;
  ports: Pick<LookPorts, 'github' | 'ledger'>;
  memory: RefusalMemory;
}

/** For a pull request or a merge group: of a push everything is measured. */
export function proveForChange({ change, judging, plan, ports }: Context): {
  proveLeftOut?: (claimed: readonly string[]) => Promise<LeftOutAnswer>;
} {
  const { before, head: after, subject } = change;
  if (before === undefined) return {};
  const { github, ledger } = ports;
  const sides = { before, after, repository: subject.repository };
  return {
    proveLeftOut: (claimed) =>
      proveLeftOut({ github, ledger, ...sides, planned: judging.planned, plan, claimed }),
  };
}

/** A run of the default branch may have observed since what was not known when this was judged. */
export function mayProveMore(
  { change, key, memory, plan, ports }: Context,
  older: AttemptVerdict,
): boolean {
  if (countUnproven(older.verdict) === 0) return false;
  const { id } = change.subject.repository;
  const newest = ports.ledger.readObservedMs(id, key.suite, plan.digest);
  return newest !== undefined && !memory.noteTried(`${older.basis} observed at ${newest}`);
}

/** The shards and tests that a change does not touch, as runs of the default branch prove. */
export type Untouched =
  /** How many tests there are: none has to be measured. */
  { kind: 'all'; tests: number } | ({ kind: 'shards'; total: number } & UntouchedShards);

/**
 * Which shards have nothing to measure: the change touches nothing that setup and any of their tests read. Their
 * jobs need not set anything up. What was measured all the same counts instead.
 */
export async function findUntouched(
  { github, ledger }: Pick<LookPorts, 'github' | 'ledger'>,
  change: Change,
  { judging }: Pick<ReadConfiguration, 'judging'>,
  own: { history: readonly RunHistory[] },
): Promise<Untouched | undefined> {
  const { before, head: after, kind, subject } = change;
  if (kind === 'push' || before === undefined || judging === undefined) return undefined;
  if (isMeasured(own)) return undefined;
  const { planned } = judging;
  const plan = planBuild(planned, planned.shards.total ?? 1);
  if (typeof plan === 'string') return undefined;
  const { repository } = subject;
  if (ledger.readObservedMs(repository.id, planned.name, plan.digest) === undefined)
    return undefined;
  const claimed = [...plan.shardOf.keys()];
  const { problems, proven } = await proveLeftOut({
    ...{ github, ledger, repository, before, after, planned, plan, claimed },
  });
  if (problems.length === 0 && proven.size > 0) return { kind: 'all', tests: proven.size };
  const { digest, total } = plan;
  const shards = [...Array(total).keys()].filter((index) => {
    const tests = plan.labelsOf(index);
    return tests.length > 0 && tests.every((test) => proven.has(test));
  });
  return shards.length === 0 ? undefined : { kind: 'shards', total, plan: digest, shards };
}

/** Shards that began before the check had passed measure all the same; the others do not, which is no fault. */
export function isMeasured({ history }: { history: readonly RunHistory[] }): boolean {
  return history.some(({ attempts }) =>
    attempts.some(({ verdict }) => verdict.conclusion !== 'incomplete'),
  );
}
