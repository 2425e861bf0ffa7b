import type { GithubSide, WorkflowRun } from '../github/github-side.ts';
import type { Repository } from '../subject.ts';
import { findShardJobs } from './find-shard-jobs.ts';

export type Rerun =
  /** A new attempt of the run begins: of one job and those that need it, or of all. */
  | { kind: 'asked'; jobs: 'all' | 'failed' | [name: string] }
  /** The run is not completed: GitHub starts no attempt beside one that runs. */
  | { kind: 'running' };

/**
 * Has shards measured again on fresh runners. One is a job; several are the whole run, because GitHub takes
 * one request for each attempt. The whole run too where the names of the jobs do not tell which one it was.
 *
 * @param shards indexes, from 0; at least one
 * @param total of how many
 * @throws GithubUnavailable, GithubRefused (e.g. no permission `actions: write`, older than 30 days)
 */
export async function rerunShards(
  github: Pick<GithubSide, 'listJobs' | 'rerunJob' | 'rerunRun'>,
  repository: Repository,
  run: Pick<WorkflowRun, 'id' | 'status'>,
  shards: readonly number[],
  total: number,
): Promise<Rerun> {
  if (run.status !== 'completed') return { kind: 'running' };
  const found =
    shards.length === 1
      ? findShardJobs(await github.listJobs(repository, run.id), shards, total)
      : [];
  const [only] = found;
  if (only === undefined) {
    await github.rerunRun(repository, run.id, 'all');
    return { kind: 'asked', jobs: 'all' };
  }
  await github.rerunJob(repository, only.id);
  return { kind: 'asked', jobs: [only.name] };
}
