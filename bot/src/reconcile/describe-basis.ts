import { describeBase, digest } from '../change/describe-base.ts';
import type { Run } from '../runs/run.ts';
import type { ShardArtifact } from './list-artifacts.ts';
import type { BuildPlan } from '../change/plan-build.ts';
import type { Change } from '../change/read-change.ts';
import type { Judging } from '../change/read-configuration.ts';

export interface Basis {
  change: Change;
  judging: Judging;
  plan: BuildPlan;
  run: Run;
}

/**
 * Equal for an attempt that would be judged from the same. Three parts: what it is compared with, the rules, and
 * the artifacts.
 */
export function describeBasis(
  { change, judging, plan, run }: Basis,
  artifacts: readonly ShardArtifact[],
): string {
  const { leastPlan, problems, suite } = judging;
  const { repeats, maxRepeats, timeNs, warmup, builds, outliersPerFive } = leastPlan;
  const rules = [
    [run.id, run.createdAtMs, change.head, change.before, change.targetBranch],
    [repeats, maxRepeats, timeNs, warmup, builds, outliersPerFive],
    [suite.name, suite.thresholds, suite.tests.map(({ name, tags }) => [name, tags]), problems],
  ];
  const evidence = [
    plan.digest,
    artifacts.map(({ stored }) => [stored.name, stored.id, stored.bytes, stored.sha256]),
  ];
  return [describeBase(change), digest(rules), digest(evidence)].join('.');
}

/** Whether two verdicts of one base were made by the same rules. */
export function isBySameRules(basis: string, other: string | undefined): boolean {
  return basis.split('.')[1] === other?.split('.')[1];
}
