import type { Suite } from '../../../src/contract/suite.ts';
import { type BuildPlan, countKept, planBuild } from '../change/plan-build.ts';
import type { AttemptVerdict } from '../ledger/ledger.ts';
import { countShards, type ShardArtifact } from './list-artifacts.ts';

/**
 * How many shards there are, where perigee.yml does not say: what was judged says, else what was left. An attempt
 * keeps its number: a later one that was cut otherwise would make strangers of its shards.
 */
export function planAttempt(
  suite: Suite,
  artifacts: readonly ShardArtifact[],
  older: AttemptVerdict | undefined,
): BuildPlan | string {
  const known = suite.shards.total ?? (older && countKept(older));
  return planBuild(suite, known ?? countShards(artifacts));
}

/** @returns nothing where no job can have run it */
export function planNewest(
  suite: Suite,
  artifacts: readonly ShardArtifact[],
  kept: readonly AttemptVerdict[],
): { plan?: BuildPlan } {
  const newest = Math.max(0, ...artifacts.map(({ attempt }) => attempt));
  const older = kept.findLast(({ attempt }) => attempt >= newest);
  const plan = planAttempt(suite, artifacts, older);
  return typeof plan === 'string' ? {} : { plan };
}
