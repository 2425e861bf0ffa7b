import { createHash } from 'node:crypto';
import type { BuildkiteBuild } from '../../../src/transport/buildkite/builds.ts';

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
