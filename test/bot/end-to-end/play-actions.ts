import { expect, onTestFinished } from 'vitest';
import { startArtifactService } from '../../servers/artifact-service/start-artifact-service.ts';
import type { EmulatedBotGithub } from '../servers/emulated-github.ts';
import { deliver } from '../servers/fake/deliver.ts';
import { tellRun } from '../servers/fake/payloads.ts';
import { finishRun, listOpenJobs, startRun, storeArtifact } from '../servers/fake/people.ts';
import type { FakeRun } from '../servers/fake/state.ts';
import type { RunJob } from './run-job.ts';
import type { StagedExample } from './stage-example.ts';
import type { Trigger } from './triggers.ts';

/** A run of the workflow, with all of its attempts. */
export interface PlayedRun {
  run: FakeRun;
  /** Runs the jobs that have not ended, and tells that the run has. */
  work(): Promise<void>;
  /** The same, without telling anybody. */
  workUnheard(): Promise<void>;
  tell(action: 'requested' | 'completed'): Promise<void>;
  /** What its jobs have uploaded, sorted. */
  listArtifacts(): string[];
}

export interface PlayedActions {
  /** There is a run, and the app is told. */
  begin(trigger: Trigger): Promise<PlayedRun>;
}

/**
 * What GitHub Actions does: it runs the jobs of the workflow one after another. What they upload becomes the
 * artifacts of the run that the app sees. The token of the jobs is worth nothing, and there is no API for them.
 */
export function playActions(
  github: EmulatedBotGithub,
  example: StagedExample,
  runJob: RunJob,
): PlayedActions {
  const { repository, state } = github;
  const jobs = Array.from({ length: example.shards }, (_, index) => `Shard ${index + 1}`);
  let jobsRun = 0;
  return {
    begin: async (trigger) => {
      const { event, head, payload, reference } = trigger;
      await github.sync();
      const run = startRun(state, repository, head, { ...trigger.run, jobs });
      const service = await startArtifactService(`run-${run.id}`);
      onTestFinished(() => service.stop());
      const listArtifacts = (): string[] =>
        repository.artifacts
          .filter(({ runId }) => runId === run.id)
          .map(({ name }) => name)
          .sort();
      const tell: PlayedRun['tell'] = async (action) => {
        await github.sync();
        const { statusCode } = await deliver(state, tellRun(state, repository, run, action));
        expect(statusCode).toBe(200);
      };
      const workUnheard = async (): Promise<void> => {
        run.status = 'in_progress';
        for (const { name } of listOpenJobs(repository, run)) {
          jobsRun += 1;
          await runJob({
            checkout: example.checkOut(head, `checkout-${jobsRun}`),
            ...{ event, head, payload, reference, shard: Number(name.split(' ')[1]) },
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
      };
      await tell('requested');
      return {
        ...{ run, listArtifacts, tell, workUnheard },
        work: async () => {
          await workUnheard();
          await tell('completed');
        },
      };
    },
  };
}
