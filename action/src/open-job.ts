import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { UntouchedShards } from '../../src/contract/untouched-shards.ts';
import { UserError } from '../../src/contract/user-error.ts';
import { patchOf } from '../../src/report/patch-command.ts';
import { renderSummary } from '../../src/report/summary/render-summary.ts';
import { nameBase } from '../../src/runner/revisions/find-change.ts';
import { openRepository } from '../../src/runner/revisions/repository.ts';
import { leaveOutHidden } from '../../src/runner/setup/hide-keys.ts';
import { openBundle } from '../../src/pipeline/job/bundle.ts';
import type { Job, ShardJobs, JobMessages } from '../../src/pipeline/job/job.ts';
import { openJob } from '../../src/pipeline/job/open-job.ts';
import { summarizeControl } from '../../src/pipeline/job/summarize-control.ts';
import { renderHistorySummary } from '../../src/pipeline/job/render-history-summary.ts';
import { summarizeShard } from '../../src/pipeline/job/summarize-shard.ts';
import type { ArtifactStore } from '../../src/transport/artifacts/artifact-store.ts';
import { openDirectoryStore } from '../../src/transport/artifacts/directory.ts';
import { openGithubStore } from '../../src/transport/artifacts/github.ts';
import { commentOnPullRequest, type CommentRequest, linkRun } from './comment-on-pull-request.ts';
import { type CiRun, type JobContext, readCiRun } from './github/ci-run.ts';
import { connectGithub } from './github/connect.ts';
import { findAppCheck } from './github/find-app-check.ts';
import type { Inputs } from './inputs.ts';
import { type Install, prepareExplaining } from './install-with-sudo.ts';
import type { ActionLog } from './job-log.ts';
import { openCounter } from './open-counter.ts';
import { hasExpectLabel, parseTrigger, type Trigger } from './trigger.ts';

export interface ActionJob extends Job {
  shardJobs: ShardJobs;
}

/**
 * Opens a job by what it has to compare, as GitHub says.
 * @throws UserError for whatever a person has to fix
 */
export async function openActionJob(
  inputs: Inputs,
  context: JobContext,
  environment: Readonly<Record<string, string | undefined>>,
  log: ActionLog,
  install: Install | undefined,
): Promise<ActionJob> {
  const ci = readCiRun(context, environment);
  const trigger = parseTrigger(context);
  checkCheckout(ci.workspace);
  const ofTests = environmentOfTests(environment);
  const request = withLabel(inputs, context.payload);
  const job = await openJob({
    request,
    ci: describeJob(ci, trigger),
    head: trigger.head,
    base: chooseBase(inputs, trigger),
    isReport: inputs.mode === 'report',
    repository: await openRepository(ci.workspace, ofTests),
    environment: ofTests,
    bundle: openBundle(import.meta.dirname),
    log,
    messages: openMessages({ ci, inputs, log, trigger }),
    openArtifacts: () => openArtifacts(inputs, ci),
    ...(install === undefined
      ? {}
      : {
          prepareExplaining: prepareExplaining(install, log, () =>
            openCounter({ temporaryFolder: ci.temporaryFolder, bundle: import.meta.dirname }),
          ),
        }),
  });
  const { shardsResult: result } = inputs;
  const shardJobs = { attempt: ci.attempt, ...(result === undefined ? {} : { result }) };
  return { ...job, shardJobs, readCheck: () => readCheck(request, ci, trigger) };
}

/**
 * In doubt it is measured. The check alone says whether it may be merged. A job that was started again, or pairs of an
 * improvement that were asked for, are measured.
 */
async function readCheck(
  inputs: Inputs,
  ci: CiRun,
  trigger: Trigger,
): Promise<'passed' | UntouchedShards | undefined> {
  if (inputs.affected !== 'auto' || inputs.expect !== undefined || ci.attempt > 1) return undefined;
  if (trigger.kind !== 'merge-group' && trigger.kind !== 'pull-request') return undefined;
  const api = await connectGithub(inputs.token, ci.apiUrl, ci.repository);
  const check = api && (await findAppCheck(api, trigger.head.commit));
  return check?.isPassed === true ? 'passed' : check?.untouched;
}

function withLabel(inputs: Inputs, payload: unknown): Inputs {
  return hasExpectLabel(payload) ? { ...inputs, expect: 'improved' } : inputs;
}

function describeJob(ci: CiRun, { branch, kind, targetBranch }: Trigger): Job['ci'] {
  const { attempt, repository, repositoryId, runId, temporaryFolder, url } = ci;
  const id = repositoryId === undefined ? {} : { repositoryId };
  return {
    build: { repository: `${repository.owner}/${repository.name}`, ...id, runId },
    ...{ attempt, temporaryFolder, url },
    isScheduled: kind === 'schedule',
    isOwnBranch: kind !== 'pull-request' && kind !== 'merge-group' && branch === targetBranch,
    ...(branch === undefined ? {} : { branch }),
    ...(targetBranch === undefined ? {} : { targetBranch }),
  };
}

function chooseBase({ mode, base }: Inputs, trigger: Trigger): Trigger['base'] {
  if (mode === 'history' || mode === 'control') return { kind: 'none' };
  return base === undefined ? trigger.base : nameBase(base);
}

/** The step that makes one is forgotten easily, and git would look for a repository in the folders above. */
function checkCheckout(workspace: string): void {
  if (existsSync(join(workspace, '.git'))) return;
  throw new UserError({
    where: workspace,
    seen: 'the repository is not checked out here',
    expected: 'a step with actions/checkout before this one, without its input path',
    remedy: 'add `- uses: actions/checkout@v6` before the step with this action',
  });
}

/** The texts of a job on GitHub: its summary, and the comment on the pull request. */
function openMessages(request: CommentRequest & { log: ActionLog }): JobMessages {
  const { log } = request;
  return {
    async showVerdict(job, { verdict }) {
      const comment = await commentOnPullRequest(request, job.suite.name, verdict);
      const notes = comment.note === undefined ? job.notes : [...job.notes, comment.note];
      await log.summarize(
        renderSummary(verdict, {
          links: linkRun(request.ci, request.inputs, verdict),
          notes,
          patch: patchOf(job.request.config),
        }),
      );
      return { failed: comment.failed };
    },
    showShard: (...shard) => log.summarize(summarizeShard(...shard)),
    showHistory: (...history) => log.summarize(renderHistorySummary(...history)),
    showControl: (...control) => log.summarize(summarizeControl(...control)),
  };
}

const deadlinesMs = { upload: 300_000, list: 60_000, read: 60_000, readAll: 300_000 };

/**
 * The artifacts of this workflow run, or those in the folder that the workflow names. The client is large
 * and most of a job does without it.
 */
async function openArtifacts(
  { artifactRetentionDays, artifactsFolder }: Inputs,
  ci: CiRun,
): Promise<ArtifactStore> {
  if (artifactsFolder !== undefined) {
    return openDirectoryStore(resolve(ci.workspace, artifactsFolder));
  }
  const { DefaultArtifactClient } = await import('@actions/artifact');
  return openGithubStore({
    client: new DefaultArtifactClient(),
    temporaryFolder: ci.temporaryFolder,
    deadlinesMs,
    ...(artifactRetentionDays === undefined ? {} : { retentionDays: artifactRetentionDays }),
  });
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Files by which a step sets outputs, variables and the summary of its job. */
const commandFiles = new Set([
  'GITHUB_ENV',
  'GITHUB_OUTPUT',
  'GITHUB_PATH',
  'GITHUB_STATE',
  'GITHUB_STEP_SUMMARY',
]);

/**
 * The part of this job's environment that setup and tests may see: what a `run:` step would see, less what a step can
 * change its job with. The runner gives an action its inputs, with tokens and passwords, and the key to artifacts and
 * caches; none of that is for the code of a pull request.
 */
export function environmentOfTests(environment: Environment): Record<string, string> {
  return leaveOutHidden(environment, isOfAction);
}

/** Tests could read them in the environment of this process, too, which is why they are hidden there. */
export function isOfAction(name: string): boolean {
  return /^(INPUT|ACTIONS|STATE)_/.test(name) || commandFiles.has(name);
}
