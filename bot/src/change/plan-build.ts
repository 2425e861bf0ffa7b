import { labelTest, platformOfShard } from '../../../src/contract/platforms.ts';
import { UserError } from '../../../src/contract/user-error.ts';
import type { Suite } from '../../../src/contract/suite.ts';
import {
  assignShards,
  listTestsOfShard,
  planWithoutShards,
  type ShardPlan,
} from '../../../src/suite/shards/assign-shards.ts';
import { planDigest } from '../../../src/suite/plan-digest.ts';
import { selectTests } from '../../../src/suite/select-tests.ts';
import type { MeasuredAttempt } from '../../../src/gate/run-history.ts';

/** The commands that the jobs of a change have to run, worked out as the action does it. */
export interface BuildPlan {
  digest: string;
  total: number;
  /** Label of a test → index of its shard. */
  shardOf: ReadonlyMap<string, number>;
  /** Names, in the order of the file. */
  testsOf(index: number): string[];
  /** Their labels. */
  labelsOf(index: number): string[];
  nameOf(label: string): string;
}

/**
 * @param suite of the head
 * @param total as the artifacts or perigee.yml say
 * @returns what is wrong with it as a sentence where no job can have run it
 */
export function planBuild(suite: Suite, total: number): BuildPlan | string {
  try {
    const tests = selectTests(suite, { when: 'commit' });
    const plan = total === 1 ? planWithoutShards(tests) : assignShards(tests, total, suite.shards);
    return describePlan(plan);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return `perigee.yml of the change cannot be run: ${error.facts.seen}`;
  }
}

function describePlan(plan: ShardPlan): BuildPlan {
  const labelOf = ({ name }: { name: string }, shard: number): string =>
    labelTest({ name, platform: platformOfShard(plan.platforms, shard) });
  const names = new Map(plan.tests.map(({ test, shard }) => [labelOf(test, shard), test.name]));
  return {
    digest: planDigest(plan),
    total: plan.total,
    shardOf: new Map(plan.tests.map(({ test, shard }) => [labelOf(test, shard), shard])),
    testsOf: (index) => listTestsOfShard(plan, index).map(({ name }) => name),
    nameOf: (label) => names.get(label) ?? label,
    labelsOf: (index) => listTestsOfShard(plan, index).map((test) => labelOf(test, index)),
  };
}

/** Names the tests that each attempt measured again, by the plan for its number of shards. */
export function nameTests(attempts: readonly MeasuredAttempt[], suite: Suite): MeasuredAttempt[] {
  const plans = new Map<number, BuildPlan | string>();
  return attempts.map((one) => {
    const total = countKept(one);
    const plan = plans.get(total) ?? planBuild(suite, total);
    plans.set(total, plan);
    if (typeof plan === 'string') return one;
    return { ...one, tests: new Set(one.shards.flatMap(plan.labelsOf)) };
  });
}

export function countKept({ verdict }: MeasuredAttempt): number {
  return verdict.shards?.total ?? 1;
}
