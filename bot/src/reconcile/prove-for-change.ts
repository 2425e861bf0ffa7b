import type { AttemptVerdict, RunKey } from '../ledger/ledger.ts';
import type { BuildPlan } from '../change/plan-build.ts';
import type { Change } from '../change/read-change.ts';
import type { Judging } from '../change/read-configuration.ts';
import type { LookPorts } from '../ports.ts';
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
