import type { BuildkiteJob } from '../../../src/transport/buildkite/builds.ts';

/**
 * Buildkite counts the retries of each job, not of the build. Here each retry, of whatever step, begins an
 * attempt of the build in the order in which they were asked for. So what is measured later has a higher
 * number, and no number ever changes: one that did could let one measurement count as two.
 * @returns id of a job that is a retry → its attempt, from 2
 */
export function numberRetries(
  jobs: readonly Pick<BuildkiteJob, 'id' | 'retries' | 'createdAtMs'>[],
): Map<string, number> {
  const retries = jobs
    .filter((job) => job.retries > 0)
    .sort(
      (a, b) => a.createdAtMs - b.createdAtMs || a.retries - b.retries || (a.id < b.id ? -1 : 1),
    );
  return new Map(retries.map(({ id }, place) => [id, place + 2]));
}
