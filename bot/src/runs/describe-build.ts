import type { BuildkiteBuild, BuildkiteJob } from '../../../src/transport/buildkite/builds.ts';
import type { MeasuringJobs } from './measuring-jobs.ts';
import type { Run, RunJob } from './run.ts';
import { createHash } from 'node:crypto';

/** The words of GitHub for how a job ended; others mean that it failed. */
const conclusions: Readonly<Record<string, string>> = {
  passed: 'success',
  canceled: 'cancelled',
  skipped: 'skipped',
  timed_out: 'timed_out',
};

/** A build as the run of a suite. */
export function describeBuild(build: BuildkiteBuild, measuring: MeasuringJobs): Run {
  const { branch, commit, createdAtMs, pullRequest, runId, source, state, url } = build;
  const conclusion = conclude(build, measuring);
  const settled = nameSettled(build);
  return {
    ...{ platform: 'buildkite', id: runId, attempt: measuring.attempt, head: commit },
    status: measuring.isOver ? 'completed' : state,
    headBranch: branch,
    conclusion,
    ...{ createdAtMs, url },
    origin: {
      source,
      branch,
      pullRequest,
    },
    settled,
  };
}

/**
 * A build that has ended while jobs wait in it stands at a step that a person has to unblock. Where nothing
 * was measured yet, that is what a maintainer's approval is at GitHub.
 */
function conclude(
  { conclusion, jobs, state }: BuildkiteBuild,
  measuring: MeasuringJobs,
): string | undefined {
  const isBlocked = state === 'completed' && jobs.some((job) => job.state === 'waiting');
  return isBlocked && measuring.jobs.length === 0 ? 'action_required' : conclusion;
}

/** Jobs of one step that run side by side have one name. */
export function describeJob({ conclusion, name, parallel, state, url }: BuildkiteJob): RunJob {
  return {
    name: parallel === undefined ? name : `${name} (${parallel.index + 1})`,
    url,
    ...(state === 'ended' ? { conclusion: conclusions[conclusion ?? ''] ?? 'failure' } : {}),
  };
}

/** Nothing has taken its place. */
export function isNewest({ retriedIn }: BuildkiteJob): boolean {
  return retriedIn === undefined;
}

/**
 * A name for the state of a build in which nothing is at work; undefined for any other. An agent uploads the
 * artifacts of the job that it runs, before that job ends. A job that ended never begins again: its retry is
 * another job. So whatever a build could leave with these very jobs, it had left when the last one ended.
 */
export function nameSettled({
  jobs,
  state,
}: Pick<BuildkiteBuild, 'jobs' | 'state'>): string | undefined {
  if (state !== 'completed' || jobs.some((job) => job.state !== 'ended')) return undefined;
  const ids = jobs.map(({ id }) => id).sort();
  return createHash('sha256').update(ids.join()).digest('hex');
}
