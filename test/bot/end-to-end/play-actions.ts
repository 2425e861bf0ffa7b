import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { runWorkflow, stageActions } from '../../action/act/run-workflow.ts';
import { startArtifactService } from '../../servers/artifact-service/start-artifact-service.ts';
import type { EmulatedBotGithub } from '../servers/emulated-github.ts';
import { deliver } from '../servers/fake/deliver.ts';
import { tellRun } from '../servers/fake/payloads.ts';
import { finishRun, listOpenJobs, startRunFor, storeArtifact } from '../servers/fake/people.ts';
import type { FakeRun } from '../servers/fake/state.ts';
import type { StagedExample } from './stage-example.ts';

const slug = 'acme/sync';
const jobNames = ['Shard 1', 'Shard 2'];

/** What GitHub Actions does for one pull request. */
export interface PlayedRun {
  run: FakeRun;
  /** Runs the jobs that have not ended, and tells that the run has. */
  work(): Promise<void>;
}

export interface PlayedActions {
  /** As after a push to the head of a pull request: there is a run, and the app is told. */
  begin(number: number): Promise<PlayedRun>;
}

/**
 * Runs the workflow of a repository with act, the jobs one after another. What they upload becomes the
 * artifacts of the run that the app sees. The token of the jobs is worth nothing, and there is no API for them.
 */
export function playActions(
  github: EmulatedBotGithub,
  example: StagedExample,
  folder: string,
): PlayedActions {
  const { repository, state } = github;
  const scratch = join(folder, 'scratch');
  mkdirSync(scratch);
  const actions = stageActions(scratch);
  let jobsRun = 0;
  const tell = async (run: FakeRun, action: 'requested' | 'completed'): Promise<void> => {
    await github.sync();
    const { statusCode } = await deliver(state, tellRun(state, repository, run, action));
    expect(statusCode).toBe(200);
  };
  return {
    begin: async (number) => {
      await github.sync();
      const pull = repository.pulls.find((each) => each.number === number);
      if (pull === undefined) throw new Error(`there is no pull request ${number}`);
      const run = startRunFor(state, repository, pull, { jobs: jobNames });
      const service = await startArtifactService(`run-${run.id}`);
      onTestFinished(() => service.stop());
      await tell(run, 'requested');
      const runJob = async (name: string): Promise<void> => {
        jobsRun += 1;
        const { exitCode, output } = await runWorkflow(
          {
            checkout: example.checkOut(run.head, `checkout-${jobsRun}`),
            event: 'pull_request',
            payload: {
              ...{ action: 'opened', number },
              pull_request: await github.asOwner('GET', `/repos/${slug}/pulls/${number}`),
              repository: { full_name: slug, default_branch: 'main' },
              sender: { login: pull.author },
            },
            environment: {
              ...service.describeJob(`job-${jobsRun}`),
              ...{ GITHUB_REPOSITORY: slug, GITHUB_RUN_ID: String(run.id) },
              GITHUB_RUN_ATTEMPT: String(run.attempt),
              GITHUB_API_URL: 'http://127.0.0.1:9',
              TEST_ORIGIN: `file://${example.origin}`,
              TEST_COMMIT: run.head,
            },
            token: 'worth-nothing',
            only: { job: 'measure', matrix: `shard:${name.split(' ')[1]}` },
            scratch,
          },
          actions,
        );
        if (exitCode !== 0) throw new Error(output);
      };
      return {
        run,
        work: async () => {
          run.status = 'in_progress';
          for (const { name } of listOpenJobs(repository, run)) await runJob(name);
          const known = new Set(repository.artifacts.map((artifact) => artifact.name));
          for (const { content, name } of service.artifacts) {
            if (!known.has(name)) storeArtifact(state, repository, run, name, content);
          }
          expect(service.refusals).toEqual([]);
          finishRun(repository, run);
          await tell(run, 'completed');
        },
      };
    },
  };
}
