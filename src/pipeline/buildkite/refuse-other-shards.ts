import type { Suite } from '../../contract/suite.ts';
import { UserError } from '../../contract/user-error.ts';
import type { BuildkiteJob } from './read-job.ts';

/**
 * Measuring takes long: the job fails beforehand if neither report nor bot could use what it measures.
 * @throws UserError when a step has not as many jobs as the suite has shards
 */
export function refuseOtherShards(
  { shard }: Pick<BuildkiteJob, 'shard'>,
  { shards: { platforms, total } }: Pick<Suite, 'shards'>,
): void {
  const jobs = shard?.total ?? 1;
  // For several platforms each step has its own jobs, which `placeShard` compares.
  if (total === undefined || jobs === total || platforms !== undefined) return;
  throw new UserError({
    where: 'BUILDKITE_PARALLEL_JOB_COUNT',
    seen: `${jobs === 1 ? '1 job measures' : `${jobs} jobs measure`}, and shards.total of perigee.yml is ${total}`,
    expected: 'one job for each shard',
    remedy: `write parallelism: ${total} in the step, or shards.total: ${jobs} in perigee.yml`,
  });
}
