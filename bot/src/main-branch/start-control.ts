import type { WorkflowRun } from '../github/github-side.ts';
import type { LookPorts } from '../ports.ts';
import type { Repository } from '../subject.ts';

const hourMs = 3_600_000;
/** A nightly job that is this late does not come any more. */
export const lateHours = 36;
/** GitHub runs no job again after 30 days. */
const mostDays = 29;

export type StartPorts = Pick<LookPorts, 'ledger' | 'nowMs' | 'logger'> & {
  github: Pick<LookPorts['github'], 'defaultBranch' | 'readFile' | 'listJobs' | 'rerunJob'>;
};

/** As the workflow of `perigee init` calls it: `Control`, and with shards `Control 2`. */
const nameOfJob = /^control\b/i;
/** Where the workflow has no control job any more, none is started: it was removed on purpose. */
const modeOfJob = /^\s*mode:\s*['"]?control\b/m;

/**
 * Where the schedule of a workflow starts no controls any more, the job of the last one is run again: GitHub stops
 * schedules of quiet repositories, and drops some when it is busy. One job at a time, which is all that GitHub takes of
 * a run.
 * @param runs of schedules that have ended, newest first
 * @throws Unavailable, Refused when GitHub does not allow it
 */
export async function startControl(
  { github, ledger, logger, nowMs }: StartPorts,
  repository: Repository,
  runs: readonly WorkflowRun[],
): Promise<void> {
  const last = runs.find(({ id }) => ledger.hasControl(repository.id, String(id)));
  if (last === undefined) return;
  const startedMs = ({ createdAtMs, startedAtMs }: WorkflowRun): number =>
    Math.max(createdAtMs, startedAtMs ?? 0);
  const isLate = (atMs: number): boolean => nowMs() - atMs > lateHours * hourMs;
  const ofWorkflow = runs.filter(({ path }) => path === last.path);
  if (!ofWorkflow.every((run) => isLate(startedMs(run)))) return;
  if (nowMs() - last.createdAtMs > mostDays * 24 * hourMs) return;
  const branch = await github.defaultBranch(repository);
  const workflow = await github.readFile(repository, last.path, branch);
  if (workflow === undefined || !modeOfJob.test(workflow)) return;
  const jobs = (await github.listJobs(repository, last.id)).filter(({ name }) =>
    nameOfJob.test(name),
  );
  const [first] = jobs.toSorted((a, b) => a.attempt - b.attempt || a.id - b.id);
  if (first === undefined) return;
  await github.rerunJob(repository, first.id);
  logger.log('info', 'started a positive control: the schedule of its workflow is late', {
    repository: `${repository.owner}/${repository.name}`,
    run: last.id,
  });
}
