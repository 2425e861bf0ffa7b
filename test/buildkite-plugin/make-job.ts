/** A job of the plugin in this process: a real repository, real measuring and a program for the agent. */
import { join } from 'node:path';
import { openJobLog } from '../../buildkite-plugin/src/job-log.ts';
import { readOptions } from '../../buildkite-plugin/src/options.ts';
import { work } from '../../buildkite-plugin/src/work.ts';
import type { ExitCode } from '../../src/contract/user-error.ts';
import { openBundle } from '../../src/pipeline/job/bundle.ts';
import { openAgent } from '../../src/transport/buildkite/agent.ts';
import { cleanEnvironment, makeFolder, makeRepository } from '../runner/stage/make-repository.ts';
import type { TestRepository } from '../runner/stage/make-repository.ts';
import { environmentOfJob, type FakeAgent } from '../transport/buildkite/fake-agent.ts';

export const suite = `version: 1
suite: sync
repeats: 3
maxRepeats: 3
warmup: 0
shards: { total: 2, pins: { upload: 1, list: 2 } }
tests:
  - { name: upload, command: [sh, work.sh] }
  - { name: list, command: [sh, work.sh] }
thresholds:
  rules:
    - { match: { span: '*', metric: '*' }, worse: 1000%, action: warn }
`;

export interface Change {
  repository: TestRepository;
  before: string;
  after: string;
}

/** Of what passes one pair is enough: every rule only warns. */
const quick = suite.replaceAll('epeats: 3', 'epeats: 1');

/** A suite of two tests, before and after a change of what they run. */
export function makeChange(
  after = 'true\n',
  before = 'true\n',
  perigeeYml = after === before ? quick : suite,
): Change {
  const repository = makeRepository({ 'perigee.yml': perigeeYml, 'work.sh': before });
  const first = repository.git('rev-parse', 'HEAD');
  repository.write('work.sh', after);
  repository.write('NOTES.md', 'changed\n');
  return { repository, before: first, after: repository.commit('change') };
}

export interface Ended {
  code: ExitCode;
  log: string;
}

export interface JobSettings {
  /** Different for each job of the build. */
  job?: number;
  options?: Record<string, unknown>;
  environment?: Record<string, string>;
}

export function environmentOf(
  { after, repository }: Change,
  agent: FakeAgent,
  { job = 1, options = {}, environment = {} }: JobSettings = {},
): Record<string, string> {
  return {
    ...cleanEnvironment,
    ...environmentOfJob(agent),
    BUILDKITE_JOB_ID: `0190bbbb-0000-4000-8000-00000000000${job}`,
    BUILDKITE_BRANCH: 'main',
    BUILDKITE_BUILD_CHECKOUT_PATH: repository.root,
    BUILDKITE_BUILD_NUMBER: '42',
    BUILDKITE_BUILD_URL: 'https://buildkite.com/acme/sync/builds/42',
    BUILDKITE_COMMIT: after,
    BUILDKITE_ORGANIZATION_SLUG: 'acme',
    BUILDKITE_PIPELINE_DEFAULT_BRANCH: 'main',
    BUILDKITE_PIPELINE_SLUG: 'sync',
    BUILDKITE_PULL_REQUEST: 'false',
    BUILDKITE_REPO: 'git@github.com:acme/sync.git',
    BUILDKITE_PLUGIN_CONFIGURATION: JSON.stringify(options),
    ...environment,
  };
}

/** The variables of a job that is one of several side by side. @param index counted from 0, as there */
export const parallel = (index: number, total = 2): Record<string, string> => ({
  BUILDKITE_PARALLEL_JOB: String(index),
  BUILDKITE_PARALLEL_JOB_COUNT: String(total),
});

/** @throws what the program would end with */
export async function runJob(
  change: Change,
  agent: FakeAgent,
  settings: JobSettings = {},
): Promise<Ended> {
  const environment = environmentOf(change, agent, settings);
  let log = '';
  const code = await work({
    agent: openAgent(environment),
    bundle: openBundle(join(import.meta.dirname, '../../action/dist')),
    environment,
    log: openJobLog((text) => (log += text)),
    options: readOptions(environment),
    temporaryFolder: makeFolder(),
    workingFolder: change.repository.root,
  });
  return { code, log };
}
