import { namePlatform } from '../../contract/platforms.ts';
import type { SuiteShards } from '../../contract/suite.ts';
import { UserError } from '../../contract/user-error.ts';
import type { ShardChoice } from './parse-shard.ts';

const where = 'perigee.yml, shards.platforms';

/**
 * The shard of this machine among those of all platforms: a job knows its place among the jobs of its own system, or
 * among all.
 * @param here platform of this machine; absent for a report, which may run on any
 * @throws UserError where no shard of the build is for this machine
 */
export function placeShard(
  choice: ShardChoice,
  { platforms, total }: SuiteShards,
  here: string | undefined,
): ShardChoice {
  if (platforms === undefined) return choice;
  const all = total ?? platforms.length;
  if (here === undefined) return { index: 0, total: all };
  const [name, place] = [namePlatform(here), platforms.indexOf(here)];
  if (place === -1) {
    throw new UserError({
      where,
      seen: `this machine is ${name}, and the suite is measured on ${platforms.map(namePlatform).join(', ')}`,
      expected: 'jobs on these platforms, and on no other',
      remedy: `let the job run on one of them, or add ${name} to the list`,
    });
  }
  const each = all / platforms.length;
  if (choice.total === each) return { index: choice.index * platforms.length + place, total: all };
  if (choice.total === all && choice.index % platforms.length === place) return choice;
  throw new UserError({
    where,
    seen: `shard ${choice.index + 1} of ${choice.total} on ${name}`,
    expected: `shard 1 to ${each} of ${each} on each platform, or of ${all} those whose turn it is in the list`,
    remedy:
      each === 1
        ? 'say --shard 1/1, or in a job of a CI no shard at all: the platform tells which one this is'
        : `say --shard 1/${each} to ${each}/${each}, or in a job of a CI split into shards.total: ${each} on each platform`,
  });
}
