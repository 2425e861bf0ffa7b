import type { Shard } from '../../../src/contract/documents.ts';
import type { StoredArtifact } from '../../../src/transport/artifacts/artifact-store.ts';
import type { Change } from '../change/read-change.ts';
import type { WorkflowRun } from '../github/github-side.ts';
import type { GithubSide } from '../github/open-github-side.ts';
import type { Repository } from '../subject.ts';
import { findShardJobs } from './find-shard-jobs.ts';
import type { OpenArtifacts, Run, RunSide, Placed } from './run.ts';
import { recallUnlisted } from './recall-unlisted.ts';

const failures: ReadonlySet<string | undefined> = new Set([
  'failure',
  'cancelled',
  'timed_out',
  'startup_failure',
]);

/**
 * Runs of workflows. GitHub takes one request for each attempt, and none while a run is at work: one shard is
 * a job, several are the whole run. The whole run too where the names of the jobs do not tell which one it was.
 */
export function openGithubRuns(
  { github, openArtifacts }: { github: GithubSide; openArtifacts: OpenArtifacts },
  repository: Repository,
  signal: AbortSignal,
): RunSide {
  return {
    list: async (change, { workflow }, _suite, { seen }) => {
      const all = await github.listWorkflowRuns(repository, change.head);
      const listed = new Set(all.map(({ id }) => String(id)));
      const { absent, there } = await recallUnlisted(
        seen.filter(({ origin }) => 'path' in origin && isOfChange(origin, change, workflow)),
        (id) => listed.has(id),
        (id) => github.readWorkflowRun(repository, Number(id)),
      );
      return [
        ...absent,
        ...findWorkflowRuns([...all, ...there], change, workflow).map(describeRun),
      ];
    },
    read: async (id) => {
      const run = await github.readWorkflowRun(repository, Number(id));
      return run && describeRun(run);
    },
    openSource: ({ id: runId }, suite) => {
      const name = `${repository.owner}/${repository.name}`;
      return openArtifacts({ repository: name, runId, suite }, 'github', signal);
    },
    place: placeByTime,
    lastAttempt: ({ attempt }) => attempt,
    listJobs: ({ id }) => github.listJobs(repository, Number(id)),
    listCommands: () => [],
    measureAgain: async ({ id, status }, shards, total) => {
      if (status !== 'completed') return { kind: 'running' };
      const found =
        shards.length === 1
          ? findShardJobs(await github.listJobs(repository, Number(id)), shards, total)
          : [];
      const [only] = found;
      if (only === undefined) {
        await github.rerunRun(repository, Number(id), 'all');
        return { kind: 'asked', jobs: 'all' };
      }
      await github.rerunJob(repository, only.id);
      return { kind: 'asked', jobs: [only.name] };
    },
    measureAllAgain: async ({ id, status }, total) => {
      if (status !== 'completed') return { kind: 'running' };
      const jobs = await github.listJobs(repository, Number(id));
      const shards = Array.from({ length: total }, (_, index) => index);
      const failed = findShardJobs(jobs, shards, total).filter(({ conclusion }) =>
        failures.has(conclusion),
      );
      // If only a report is red, running the failed jobs would measure nothing.
      const which = failed.length > 0 ? 'failed' : 'all';
      await github.rerunRun(repository, Number(id), which);
      return { kind: 'asked', jobs: which };
    },
  };
}

function describeRun(found: WorkflowRun): Run {
  const { attempt, conclusion, createdAtMs, event, head, headBranch, headRepositoryId, id } = found;
  const { path, startedAtMs, status, url } = found;
  const branch = headBranch === undefined ? {} : { headBranch };
  return {
    ...{ platform: 'github', id: String(id), attempt, head, status, createdAtMs, url, ...branch },
    conclusion,
    startedAtMs,
    origin: {
      path,
      event,
      ...branch,
      ...(headRepositoryId === undefined ? {} : { headRepositoryId }),
    },
    ...(status === 'completed' ? { settled: String(attempt) } : {}),
  };
}

/**
 * The runs that measured this change: of the one workflow that counts, for its event and from its branch. A
 * workflow elsewhere that has the same name is another one, whatever it uploads.
 * @param path of the workflow, from the base branch's perigee.yml
 * @returns oldest first
 */
function findWorkflowRuns(
  runs: readonly WorkflowRun[],
  change: Change,
  path: string,
): WorkflowRun[] {
  return runs
    .filter((run) => run.head === change.head && isOfChange(run, change, path))
    .toSorted((a, b) => a.createdAtMs - b.createdAtMs || a.id - b.id);
}

/** Several forks may have the same commit, and the same branch name. An unknown field excludes no run. */
function isOfChange(
  run: Pick<WorkflowRun, 'path' | 'event' | 'headRepositoryId' | 'headBranch'>,
  { event, headRepositoryId, headBranch }: Change,
  path: string,
): boolean {
  if (run.path !== path || run.event !== event) return false;
  const isSame = <T>(a: T | undefined, b: T | undefined): boolean =>
    a === undefined || b === undefined || a === b;
  return isSame(run.headRepositoryId, headRepositoryId) && isSame(run.headBranch, headBranch);
}

/** Runs and artifacts are of two services of GitHub, and their clocks may differ. */
const slackMs = 5_000;

/**
 * The attempt of a workflow run that an artifact was measured in. Any job may give its artifact any name, so the
 * name has to fit the time of the upload: what comes while a later attempt is at work is none of an earlier one.
 */
export function placeByTime(
  { attempt: newest, startedAtMs = NaN }: Pick<Run, 'attempt' | 'startedAtMs'>,
  { createdAtMs = NaN }: Pick<StoredArtifact, 'createdAtMs'>,
  { attempt }: Pick<Shard, 'attempt'>,
): Placed {
  if (attempt > newest) return { refusal: `the newest attempt of its run is ${newest}` };
  if (attempt < newest && createdAtMs > startedAtMs + slackMs) {
    return { refusal: `it was uploaded after attempt ${newest} of its run had begun` };
  }
  if (attempt === newest && newest > 1 && createdAtMs < startedAtMs - slackMs) {
    return { refusal: `it was uploaded before attempt ${newest} of its run began` };
  }
  return { attempt };
}
