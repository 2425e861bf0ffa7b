import { createHash } from 'node:crypto';
import type { ShardPlan } from './shards/assign-shards.ts';

/**
 * SHA-256 of the plan, in hexadecimal: equal for all shards of a build, different as soon as one of
 * them would run something else, or another one of them would run it. Every key is named here, so that
 * neither the order in which a test's keys were built nor a key that is added later changes it unnoticed.
 * @param plan of all tests of the build, not of one shard
 */
export function planDigest(plan: ShardPlan): string {
  const tests = plan.tests.map(({ test, shard }) => {
    const { name, command, directory, environment, timeoutMs, tags, results, cases, when } = test;
    return [
      name,
      shard,
      command,
      directory,
      Object.entries(environment).sort(([a], [b]) => (a < b ? -1 : 1)),
      timeoutMs,
      tags.toSorted(),
      when,
      ...(results === undefined ? [] : [[results.file, results.format]]),
      ...(cases === undefined ? [] : [cases.runner]),
    ];
  });
  return createHash('sha256')
    .update(JSON.stringify({ shardTotal: plan.total, tests, platforms: plan.platforms }))
    .digest('hex');
}
