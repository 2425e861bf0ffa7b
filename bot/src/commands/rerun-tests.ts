import type { WorkflowRun } from '../github/github-side.ts';
import type { Answer, Asked, CommandPorts } from './answer.ts';
import { listNames, showName } from './answer-words.ts';
import { findShardJobs } from './find-shard-jobs.ts';
import { readSituation, type Situation } from './read-situation.ts';
import { type Rerun, rerunShards } from './rerun-shards.ts';

const failures: ReadonlySet<string | undefined> = new Set([
  'failure',
  'cancelled',
  'timed_out',
  'startup_failure',
]);

/**
 * Has the head measured again: the shard of one test, else the shards that failed, else all of them. It adds
 * an attempt, and takes none back: who runs it again until it is green has gained nothing.
 */
export async function rerunTests(
  ports: CommandPorts,
  { repository, number }: Asked,
  test: string | undefined,
): Promise<Answer> {
  const subject = { kind: 'pull-request' as const, repository, number };
  const situation = await readSituation(ports, subject);
  if (situation === undefined || !situation.pullRequest.isOpen) {
    return { text: 'The pull request is closed: nothing is measured any more.' };
  }
  const { configuration, run, shardOf, shardTotal } = situation;
  if (run === undefined) {
    if (configuration.kind === 'invalid') {
      return {
        text: 'perigee.yml of the base branch is not valid, so nothing says which runs count.',
        wakes: subject,
      };
    }
    return {
      text: 'There is no run of the workflow for the newest commit that could be run again. Push, or start the workflow.',
      wakes: subject,
    };
  }
  if (test === undefined) {
    return { text: tellRerun(await rerunAll(ports, situation, run)), wakes: subject };
  }
  const shard = shardOf.get(test);
  if (shard === undefined) {
    const known = [...shardOf.keys()];
    const list = known.length === 0 ? '' : ` There are: ${listNames(known)}.`;
    return { text: `There is no test ${showName(test)} here.${list}` };
  }
  const rerun = await rerunShards(ports.github, repository, run, [shard], shardTotal);
  return { text: tellRerun(rerun), wakes: subject };
}

/** Where a report alone is red, running what failed would measure nothing: then all is run. */
async function rerunAll(
  { github }: CommandPorts,
  { shardTotal, subject: { repository } }: Situation,
  run: WorkflowRun,
): Promise<Rerun> {
  if (run.status !== 'completed') return { kind: 'running' };
  const jobs = await github.listJobs(repository, run.id);
  const shards = Array.from({ length: shardTotal }, (_, index) => index);
  const failed = findShardJobs(jobs, shards, shardTotal).filter(({ conclusion }) =>
    failures.has(conclusion),
  );
  const which = failed.length > 0 ? 'failed' : 'all';
  await github.rerunRun(repository, run.id, which);
  return { kind: 'asked', jobs: which };
}

function tellRerun(rerun: Rerun): string {
  if (rerun.kind === 'running') {
    return 'It is being measured already. GitHub starts nothing again before that run has ended; say it once more then.';
  }
  const rule = 'The new attempt counts together with those before it.';
  switch (rerun.jobs) {
    case 'all':
      return `All jobs of the run are measured again. ${rule}`;
    case 'failed':
      return `The jobs that failed are run again. ${rule}`;
    default:
      return `The job ${showName(rerun.jobs[0])} is run again. ${rule}`;
  }
}
