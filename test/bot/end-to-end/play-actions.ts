import { expect, onTestFinished } from 'vitest';
import { startArtifactService } from '../../servers/artifact-service/start-artifact-service.ts';
import { deliver } from '../servers/fake/deliver.ts';
import { tellRun } from '../servers/fake/payloads.ts';
import { finishRun, listOpenJobs, startRunFor, storeArtifact } from '../servers/fake/people.ts';
import { showPull } from '../servers/fake/show-pull.ts';
import type { FakePull, FakeRun } from '../servers/fake/state.ts';
import type { BotWorld } from '../start-bot-service.ts';
import type { StagedExample } from './stage-example.ts';

/** One job of a workflow on one runner, for one attempt. */
export interface WorkflowJob {
  /** The repository at the commit of the run, shallow. */
  checkout: string;
  event: string;
  payload: object;
  /** GITHUB_SHA and GITHUB_REF. */
  head: string;
  reference: string;
  /** Counted from 1. */
  shard: number;
  /** What GitHub sets besides. */
  environment: Readonly<Record<string, string>>;
}

/** @throws with all that the job printed, when it fails */
export type RunJob = (job: WorkflowJob) => Promise<void>;

/** A run of the workflow, with all of its attempts. */
export interface PlayedRun {
  run: FakeRun;
  /** Runs the jobs that have not ended, and tells that the run has. */
  work(): Promise<void>;
  /** What its jobs have uploaded, sorted. */
  listArtifacts(): string[];
}

export interface PlayedActions {
  /** There is a run for the head of a pull request, and the app is told. */
  begin(pull: FakePull): Promise<PlayedRun>;
}

/**
 * What GitHub Actions does: it runs the jobs of the workflow one after another. What they upload becomes the
 * artifacts of the run that the app sees. The token of the jobs is worth nothing, and there is no API for them.
 */
export function playActions(
  { repository, state }: BotWorld,
  example: StagedExample,
  runJob: RunJob,
): PlayedActions {
  const jobs = Array.from({ length: example.shards }, (_, index) => `Shard ${index + 1}`);
  let jobsRun = 0;
  return {
    begin: async (pull) => {
      const { author, head, number } = pull;
      const run = startRunFor(state, repository, pull, { jobs });
      const named = { full_name: 'acme/sync', default_branch: 'main' };
      const payload = {
        ...{ action: 'opened', number, repository: named, sender: { login: author } },
        pull_request: showPull(state, repository, pull),
      };
      const service = await startArtifactService(`run-${run.id}`);
      onTestFinished(() => service.stop());
      const listArtifacts = (): string[] =>
        repository.artifacts
          .filter(({ runId }) => runId === run.id)
          .map(({ name }) => name)
          .sort();
      const tell = async (action: 'requested' | 'completed'): Promise<void> => {
        const { statusCode } = await deliver(state, tellRun(state, repository, run, action));
        expect(statusCode).toBe(200);
      };
      await tell('requested');
      return {
        ...{ run, listArtifacts },
        work: async () => {
          run.status = 'in_progress';
          for (const { name } of listOpenJobs(repository, run)) {
            jobsRun += 1;
            await runJob({
              checkout: example.checkOut(head.commit, `checkout-${jobsRun}`),
              ...{ event: 'pull_request', head: head.commit, payload },
              ...{ reference: `refs/pull/${number}/merge`, shard: Number(name.split(' ')[1]) },
              environment: {
                ...service.describeJob(`job-${jobsRun}`),
                ...{ GITHUB_REPOSITORY: 'acme/sync', GITHUB_RUN_ID: String(run.id) },
                GITHUB_RUN_ATTEMPT: String(run.attempt),
                GITHUB_API_URL: 'http://127.0.0.1:9',
              },
            });
          }
          const known = new Set(listArtifacts());
          for (const { content, name } of service.artifacts) {
            if (!known.has(name)) storeArtifact(state, repository, run, name, content);
          }
          expect(service.refusals).toEqual([]);
          finishRun(repository, run);
          await tell('completed');
        },
      };
    },
  };
}
