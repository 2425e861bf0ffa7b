import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from '../../src/contract/user-error.ts';
import { nameBase } from '../../src/runner/revisions/find-change.ts';
import { openRepository } from '../../src/runner/revisions/repository.ts';
import { requestChange } from '../../src/pipeline/buildkite/find-sides.ts';
import { readBuild } from '../../src/pipeline/buildkite/read-build.ts';
import { type BuildkiteJob, readBuildkiteJob } from '../../src/pipeline/buildkite/read-job.ts';
import {
  type Environment,
  readOptional,
  readVariable,
} from '../../src/pipeline/buildkite/read-variable.ts';
import { refuseOtherShards } from '../../src/pipeline/buildkite/refuse-other-shards.ts';
import type { Bundle } from '../../src/pipeline/job/bundle.ts';
import type { CiJob, Job, JobMessages } from '../../src/pipeline/job/job.ts';
import { openJob } from '../../src/pipeline/job/open-job.ts';
import { readRemote } from '../../src/pipeline/read-remote.ts';
import { formatText } from '../../src/suite/format-value.ts';
import { openAgentStore } from '../../src/transport/artifacts/buildkite-agent.ts';
import type { Agent } from '../../src/transport/buildkite/agent.ts';
import { environmentOfTests } from './environment-of-tests.ts';
import type { PluginLog } from './job-log.ts';
import type { Options } from './options.ts';

export interface PluginRequest {
  agent: Agent;
  bundle: Bundle;
  /** The environment of the hook that called. */
  environment: Environment;
  log: PluginLog;
  messages: JobMessages;
  options: Options;
  /** Ends with the job. */
  temporaryFolder: string;
  /** The hook's folder. */
  workingFolder: string;
}

/**
 * Reads what the agent says of this job, and what it has to compare.
 * @throws UserError for whatever a person has to fix
 */
export async function openPluginJob(request: PluginRequest): Promise<Job> {
  const { agent, environment, options, temporaryFolder } = request;
  const buildkite = readBuildkiteJob(environment);
  if (buildkite === undefined) throw reportOutside();
  const root = readOptional(environment, 'BUILDKITE_BUILD_CHECKOUT_PATH') ?? request.workingFolder;
  checkCheckout(root);
  const ofTests = environmentOfTests(environment, options);
  const repository = await openRepository(root, ofTests);
  const { base, head } = await requestChange(repository, buildkite);
  const { step } = options;
  const buildId = readVariable(environment, 'BUILDKITE_BUILD_ID');
  const job = await openJob({
    request: { ...options, shard: buildkite.shard ?? { index: 0, total: 1 } },
    ci: {
      ...describeJob(environment, buildkite, temporaryFolder),
      ...(step === undefined ? {} : { step }),
    },
    head,
    base: chooseBase(options, base),
    isReport: options.mode === 'report',
    repository,
    environment: ofTests,
    bundle: request.bundle,
    log: request.log,
    messages: request.messages,
    openArtifacts: async () =>
      openAgentStore({ agent, buildId, temporaryFolder, ...(step === undefined ? {} : { step }) }),
  });
  if (options.mode !== 'report') {
    if (options.mode === 'run') refuseOtherShards(buildkite, job.suite);
    return job;
  }
  const total = options.shards ?? job.suite.shards.total ?? 1;
  return { ...job, request: { ...job.request, shard: { index: 0, total } } };
}

function describeJob(
  environment: Environment,
  { attempt, base, branch, targetBranch }: BuildkiteJob,
  temporaryFolder: string,
): CiJob {
  const build = readBuild(environment);
  if (build === undefined) throw reportOutside();
  const clone = readVariable(environment, 'BUILDKITE_REPO');
  const repository = build.repository ?? readRemote(clone);
  if (repository === undefined) {
    throw new UserError({
      where: 'BUILDKITE_REPO',
      // It may hold a password.
      seen: `${formatText(clone.replace(/\/\/[^/@]*@/, '//'))} names no owner and repository`,
      expected: 'an address that ends with both, for example git@github.com:acme/sync.git',
    });
  }
  const url = readVariable(environment, 'BUILDKITE_BUILD_URL');
  return {
    build: { repository, runId: build.runId },
    ...{ attempt, branch, targetBranch, temporaryFolder },
    url: `${url}#${readVariable(environment, 'BUILDKITE_JOB_ID')}`,
    isScheduled: environment['BUILDKITE_SOURCE'] === 'schedule',
    isOwnBranch: base.kind === 'parent',
  };
}

function chooseBase({ base, mode }: Options, found: BuildkiteJob['base']): BuildkiteJob['base'] {
  if (mode === 'history' || mode === 'control') return { kind: 'none' };
  return base === undefined ? found : nameBase(base);
}

function reportOutside(): UserError {
  return new UserError({
    where: 'BUILDKITE',
    seen: 'this is no job of Buildkite',
    expected: 'the plugin in a step of a pipeline',
    remedy: 'measure with `perigee run` elsewhere',
  });
}

function checkCheckout(root: string): void {
  if (existsSync(join(root, '.git'))) return;
  throw new UserError({
    where: root,
    seen: 'the repository is not checked out here',
    expected: 'the checkout that the agent makes before the step',
    remedy: 'take away what skips or moves the checkout, such as a plugin with a checkout hook',
  });
}
