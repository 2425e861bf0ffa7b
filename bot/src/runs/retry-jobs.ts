import type {
  BuildkiteBuild,
  BuildkiteBuilds,
  BuildkiteJob,
} from '../../../src/transport/buildkite/builds.ts';
import { Refused } from '../../../src/transport/platform-errors.ts';
import { describeJob, isNewest } from './describe-build.ts';
import { findShardJobs } from './find-shard-jobs.ts';
import type { MeasuringJobs } from './measuring-jobs.ts';
import type { Rerun } from './run.ts';

export interface RetryContext {
  builds: Pick<BuildkiteBuilds, 'retryJob'>;
  build: BuildkiteBuild;
  measuring: MeasuringJobs;
  signal: AbortSignal;
}

/**
 * Has the jobs of shards run again, each on whatever agent takes it. Buildkite takes one request for each
 * job, also while the build is at work; a job that is at work itself cannot be retried.
 * @param shards indexes, from 0
 */
export async function retryShards(
  context: RetryContext,
  shards: readonly number[],
  total: number,
): Promise<Rerun> {
  return retry(context, findJobs(context, shards, total));
}

/** The shards that failed; where none did, all. */
export async function retryFailedShards(context: RetryContext, total: number): Promise<Rerun> {
  const all = findJobs(
    context,
    Array.from({ length: total }, (_, index) => index),
    total,
  );
  const failed = all.filter(
    ({ state, conclusion }) => state === 'ended' && conclusion !== 'passed',
  );
  const rerun = await retry(context, failed.length > 0 ? failed : all);
  if (rerun.kind === 'running') return rerun;
  return { kind: 'asked', jobs: failed.length > 0 ? 'failed' : 'all' };
}

async function retry(
  { build, builds, signal }: RetryContext,
  jobs: readonly BuildkiteJob[],
): Promise<Rerun> {
  const ended = jobs.filter(({ state }) => state === 'ended');
  if (ended.length === 0) return { kind: 'running' };
  for (const { id } of ended) await builds.retryJob(build.runId, id, signal);
  return { kind: 'asked', jobs: ended.map((job) => describeJob(job).name) };
}

/** A suite that is not cut may be any one job; where nothing tells which, nothing is run again at random. */
function findJobs(
  { build, measuring }: RetryContext,
  shards: readonly number[],
  total: number,
): BuildkiteJob[] {
  const newest = build.jobs.filter(isNewest);
  const named = new Map(
    newest.map((job) => {
      const described = describeJob(job);
      return [described, job];
    }),
  );
  const jobs = shards.map((index) => {
    const known = measuring.findJob(index, total);
    if (known !== undefined) return known;
    const [found] = findShardJobs([...named.keys()], [index], total);
    return found && named.get(found);
  });
  const missing = shards.filter((_, place) => jobs[place] === undefined);
  if (missing.length > 0) {
    const which = missing.map((index) => index + 1).join(', ');
    throw new Refused(
      'ci-strange-answer',
      `nothing tells which job of the build measures shard ${which} of ${total}`,
    );
  }
  return [...new Set(jobs.filter((job) => job !== undefined))];
}
