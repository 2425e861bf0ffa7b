import type { ExitCode } from '../../contract/user-error.ts';
import type { Job, ShardJobs } from './job.ts';

export const modes = ['run', 'report', 'history', 'control'] as const;

/**
 * Does the work of a mode, and loads the steps of no other.
 * @returns how the job ends
 */
export async function takeSteps(
  job: Job,
  mode: (typeof modes)[number],
  shardJobs?: ShardJobs,
): Promise<ExitCode> {
  switch (mode) {
    case 'run':
      return (await import('./run-shard.ts')).runShard(job);
    case 'report':
      return (await import('./report-build.ts')).reportBuild(job, shardJobs);
    case 'history':
      return (await import('./record-history.ts')).recordHistory(job);
    case 'control':
      return (await import('./run-control.ts')).runControl(job);
  }
}
