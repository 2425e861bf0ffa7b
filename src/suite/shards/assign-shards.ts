import type { SuiteShards, SuiteTest } from '../../contract/suite.ts';
import { UserError } from '../../contract/user-error.ts';
import { formatText } from '../format-value.ts';
import { shardOf } from './shard-of.ts';

/** Every test of a build with its shard, in the order of the file. */
export interface ShardPlan {
  total: number;
  /** In the order of the file; on several platforms each of them once for every platform. */
  tests: readonly PlacedTest[];
  platforms?: readonly string[];
}

export interface PlacedTest {
  test: SuiteTest;
  /** Index of its shard, from 0. */
  shard: number;
  /** perigee.yml says so. */
  isPinned: boolean;
}

/**
 * Gives each test its shard: that of its pin, else that of its name. Which other tests there are makes
 * no difference. Of several platforms each has the same split, and a test a shard on each.
 * @param tests of the build, in the order of the file
 * @param total of all platforms
 * @param pins name of a test → index of its shard on a platform; those of tests that are not in this build do not count
 * @throws UserError when a pin is beyond the total, or the platforms do not share it evenly
 */
export function assignShards(
  tests: readonly SuiteTest[],
  total: number,
  { pins, platforms }: Pick<SuiteShards, 'pins' | 'platforms'>,
): ShardPlan {
  const count = platforms?.length ?? 1;
  if (total % count !== 0) throw refuseUneven(total, count);
  const each = total / count;
  const placed = tests.flatMap((test): PlacedTest[] => {
    const pin = pins.get(test.name);
    if (pin !== undefined && pin >= each) throw refusePin(test.name, pin, each);
    const part = pin ?? shardOf(test.name, each);
    return Array.from({ length: count }, (_, place) => ({
      test,
      shard: part * count + place,
      isPinned: pin !== undefined,
    }));
  });
  return { total, tests: placed, ...(platforms === undefined ? {} : { platforms }) };
}

/** All tests in one place: what a build is that is not split. Pins hold for shards, so there are none here. */
export function planWithoutShards(tests: readonly SuiteTest[]): ShardPlan {
  return assignShards(tests, 1, { pins: new Map() });
}

/** The tests of one shard, in the order of the file; a shard may have none. */
export function listTestsOfShard(plan: ShardPlan, index: number): SuiteTest[] {
  return plan.tests.filter(({ shard }) => shard === index).map(({ test }) => test);
}

function refuseUneven(total: number, platforms: number): UserError {
  return new UserError({
    where: 'perigee.yml, shards.platforms',
    seen: `${total} shards for ${platforms} platforms`,
    expected: `as many shards on each platform: ${platforms} in all, or a multiple`,
  });
}

function refusePin(name: string, pin: number, total: number): UserError {
  return new UserError({
    where: 'perigee.yml, shards.pins',
    seen: `the test ${formatText(name)} is pinned to shard ${pin + 1}, and there are ${total}`,
    expected: `pins from 1 to ${total}`,
    remedy: `change the pin, or assign the tests again: perigee shard --total ${total} --rebalance --durations <run-record.json>`,
  });
}
