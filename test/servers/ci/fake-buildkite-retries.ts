import type { Answer } from '../listen.ts';
import { type Json, jobsOf, makeId, showJob } from './show-buildkite.ts';

/** What Buildkite retries is what has ended, once, in a build that nobody canceled. */
const retriable = ['failed', 'timed_out', 'canceled', 'expired'];

/**
 * Answers `PUT …/jobs/{id}/retry`.
 * @param strictSteps steps that say `permit_on_passed: false`
 */
export function retryJob(build: Json, id: string, strictSteps: ReadonlySet<string>): Answer {
  const jobs = jobsOf(build);
  const job = jobs.find((each) => each['id'] === id);
  if (job === undefined) return { status: 404, body: { message: 'No job found' } };
  const refuse = (status: number, message: string) => ({ status, body: { message } });
  if (build['state'] === 'canceled') {
    return refuse(422, 'Jobs from canceled builds cannot be retried');
  }
  if (job['retried'] === true) return refuse(400, 'Jobs can only be retried once');
  const state = String(job['state']);
  const isPermitted = state === 'passed' && !strictSteps.has(String(job['step_key']));
  if (!isPermitted && !retriable.includes(state)) {
    return refuse(400, 'Only failed, timed out or canceled jobs can be retried');
  }
  const next = showJob(0, {
    ...job,
    ...nameJob(build, 900_000_000 + Number(build['number']) * 1000 + jobs.length),
    ...{ state: 'scheduled', exit_status: null, started_at: null, finished_at: null },
    created_at: nameNextMoment(jobs),
    retries_count: Number(job['retries_count'] ?? 0) + 1,
    retry_source: { job_id: id, retry_type: 'manual' },
  });
  Object.assign(job, { retried: true, retried_in_job_id: next['id'], retry_type: 'manual' });
  Object.assign(build, { jobs: [...jobs, next], state: 'running', finished_at: null });
  return { status: 200, body: next };
}

function nameJob(build: Json, serial: number): Json {
  const id = makeId(serial);
  return { id, web_url: `${String(build['web_url'])}#${id}` };
}

/** A minute after whatever was made last: a retry is younger than all that was there. */
function nameNextMoment(jobs: readonly Json[]): string {
  const newestMs = Math.max(...jobs.map((each) => Date.parse(String(each['created_at'])) || 0));
  return new Date(newestMs + 60_000).toISOString();
}
