import type { Fields } from '../rest/fields.ts';
import type { BuildAnswer, JobAnswer } from './answers.ts';
import type { BuildkiteBuild, BuildkiteJob } from './builds.ts';

/** What a build ends with, and what GitHub says for that. */
const conclusions: ReadonlyMap<string, string> = new Map([
  ['passed', 'success'],
  ['failed', 'failure'],
  ['canceled', 'cancelled'],
  ['skipped', 'skipped'],
  ['not_run', 'skipped'],
]);

/** States of a job that it does not leave again. A retry is another job. */
const ended: readonly string[] = [
  ...['passed', 'failed', 'timed_out', 'canceled', 'skipped', 'broken', 'expired'],
  ...['waiting_failed', 'blocked_failed', 'unblocked_failed'],
];
const running: readonly string[] = ['running', 'canceling', 'timing_out'];
/** States of a job that continues by itself: it waits only for an agent or its turn. */
const coming: readonly string[] = [
  ...['limiting', 'limited', 'platform_limiting', 'platform_limited'],
  ...['scheduled', 'assigned', 'accepted'],
];

/**
 * A build that waits for somebody to unblock a step has ended as far as it goes: a caller that waits for more
 * could wait for ever. Its state is then that of its step (`blocked_state`), so that it can be `running`
 * while nothing runs. A word that Buildkite has not had yet counts as in progress: neither red nor green.
 */
export function readBuildState(
  build: Fields<BuildAnswer>,
): Pick<BuildkiteBuild, 'state' | 'conclusion'> {
  const word = build.text('state');
  const conclusion = conclusions.get(word);
  if (conclusion !== undefined) return { state: 'completed', conclusion };
  if (word === 'blocked') return { state: 'completed', conclusion: 'success' };
  if (word === 'running' && build.isTrue('blocked') && !build.list('jobs').some(isAtWork)) {
    return { state: 'completed', conclusion: 'success' };
  }
  return { state: word === 'scheduled' ? 'queued' : 'in-progress' };
}

function isAtWork(job: Fields<JobAnswer>): boolean {
  const word = job.optionalText('state') ?? '';
  return running.includes(word) || coming.includes(word);
}

export function readJobState(job: Fields<JobAnswer>): Pick<BuildkiteJob, 'state' | 'conclusion'> {
  const word = job.text('state');
  if (ended.includes(word)) return { state: 'ended', conclusion: word };
  if (running.includes(word)) return { state: 'running' };
  // What no list has and has a time of its end has ended, whatever its word means.
  if (job.instant('finished_at') !== undefined) return { state: 'ended', conclusion: word };
  return { state: 'waiting' };
}
