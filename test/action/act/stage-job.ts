/** A workflow run as GitHub would start it for one event, on this machine. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import {
  type ArtifactService,
  startArtifactService,
} from '../../servers/artifact-service/start-artifact-service.ts';
import { type FakeGithub, startFakeGithub } from '../servers/fake-github.ts';
import { runWorkflow, stageActions, type WorkflowRun } from './run-workflow.ts';
import { type StagedRepository, stageRepository } from './stage-repository.ts';
import { makeFolder } from '../../make-folder.ts';

export const slug = 'acme/notes';

export interface Stage {
  repository: StagedRepository;
  artifacts: ArtifactService;
  github: FakeGithub;
  /** @param commit what the event says is to be measured, and GitHub would check out */
  run(event: string, payload: object, commit: string, token?: string): Promise<WorkflowRun>;
}

/** @param parent where its folder is made */
export async function openStage(
  stage: (folder: string) => StagedRepository = stageRepository,
): Promise<Stage> {
  const folder = makeFolder();
  const repository = stage(folder);
  const scratch = join(folder, 'scratch');
  mkdirSync(scratch);
  const actions = stageActions(scratch);
  const artifacts = await startArtifactService();
  onTestFinished(() => artifacts.stop());
  const github = await startFakeGithub();
  let runs = 0;
  return {
    repository,
    artifacts,
    github,
    run(event, payload, commit, token = 'a-token-of-this-job') {
      github.head = commit;
      runs += 1;
      return runWorkflow(
        {
          checkout: repository.checkOut(commit, `checkout-${runs}`),
          event,
          payload: { repository: { full_name: slug, default_branch: 'main' }, ...payload },
          environment: {
            ...artifacts.describeJob(`job-${runs}`),
            GITHUB_REPOSITORY: slug,
            GITHUB_RUN_ID: String(1000 + runs),
            GITHUB_API_URL: github.url,
            TEST_ORIGIN: `file://${repository.origin}`,
            TEST_COMMIT: commit,
          },
          token,
          scratch,
        },
        actions,
      );
    },
  };
}

/** What GitHub sends when somebody opens pull request 7. */
export function pullRequestOf(
  { base }: StagedRepository,
  head: string,
  fork = false,
): Record<string, unknown> {
  const ours = { full_name: slug, fork: false };
  const theirs = { full_name: 'somebody/notes', fork: true };
  return {
    action: 'opened',
    number: 7,
    pull_request: {
      number: 7,
      head: { sha: head, ref: 'change', repo: fork ? theirs : ours },
      base: { sha: base, ref: 'main', repo: ours },
      user: { login: 'dev' },
    },
    sender: { login: 'dev' },
  };
}
