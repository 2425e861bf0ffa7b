import type { Shard } from '../../contract/documents.ts';
import type { SuiteShards, SuiteTest } from '../../contract/suite.ts';
import { planDigest } from '../plan-digest.ts';
import { assignShards, listTestsOfShard, planWithoutShards } from './assign-shards.ts';
import type { ShardChoice } from './parse-shard.ts';

/** The part of a build that one runner measures. */
export interface PlannedShard {
  /** In the order of the file; possibly none. */
  tests: readonly SuiteTest[];
  shard: Shard;
  /** Digest over all tests of the build: the same for each of its shards. */
  planDigest: string;
  /** Set if each of several measures every test. */
  platforms?: readonly string[];
}

/**
 * @param tests of the whole build, as selected, in the order of the file
 * @param shards of the suite
 * @param choice among those of all platforms; absent: the build is not split, and the suite's shards mean nothing
 * @param attempt from 1: how often the platform has run this job
 * @throws UserError when a pin is beyond the total
 */
export function planShard(
  tests: readonly SuiteTest[],
  shards: SuiteShards,
  choice: ShardChoice | undefined,
  attempt = 1,
): PlannedShard {
  const { index, total } = choice ?? { index: 0, total: 1 };
  const plan = choice === undefined ? planWithoutShards(tests) : assignShards(tests, total, shards);
  return {
    tests: listTestsOfShard(plan, index),
    shard: { index, total, attempt },
    planDigest: planDigest(plan),
    ...(plan.platforms === undefined ? {} : { platforms: plan.platforms }),
  };
}
