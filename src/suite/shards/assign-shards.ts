import type { SuiteTest } from '../../contract/suite.ts';
import { UserError } from '../../contract/user-error.ts';
import { showText } from '../show-value.ts';
import { shardOf } from './shard-of.ts';

/** Every test of a build with its shard, in the order of the file. */
export interface ShardPlan {
  total: number;
  tests: readonly PlacedTest[];
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
 * no difference.
 * @param tests of the build, in the order of the file
 * @param pins name of a test → index of its shard; those of tests that are not in this build do not count
 * @throws UserError when a pin is beyond the total
 */
export function assignShards(
  tests: readonly SuiteTest[],
  total: number,
  pins: ReadonlyMap<string, number>,
): ShardPlan {
  const placed = tests.map((test): PlacedTest => {
    const pin = pins.get(test.name);
    if (pin !== undefined && pin >= total) throw refusePin(test.name, pin, total);
    return { test, shard: pin ?? shardOf(test.name, total), isPinned: pin !== undefined };
  });
  return { total, tests: placed };
}

/** All tests in one place: what a build is that is not split. Pins hold for shards, so there are none here. */
export function planWithoutShards(tests: readonly SuiteTest[]): ShardPlan {
  return assignShards(tests, 1, new Map());
}

/** The tests of one shard, in the order of the file; a shard may have none. */
export function listTestsOfShard(plan: ShardPlan, index: number): SuiteTest[] {
  return plan.tests.filter(({ shard }) => shard === index).map(({ test }) => test);
}

function refusePin(name: string, pin: number, total: number): UserError {
  return new UserError({
    where: 'perigee.yml, shards.pins',
    seen: `the test ${showText(name)} is pinned to shard ${pin + 1}, and there are ${total}`,
    expected: `pins from 1 to ${total}`,
    remedy: `change the pin, or assign the tests again: perigee shard --total ${total} --rebalance --durations <run-record.json>`,
  });
}
