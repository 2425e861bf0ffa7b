/** From the push to the merge where Buildkite measures, by the steps of docs/buildkite-bot.md. */
import { expect, onTestFinished } from 'vitest';
import { atNight as test } from '../../nightly.ts';
import { bundle } from '../../buildkite-plugin/agent/stage-plugin.ts';
import {
  type FakeBuildkite,
  hostsOf,
  startFakeBuildkite,
  storeFile,
} from '../../servers/ci/fake-buildkite.ts';
import { signWebhook, token as webhookToken } from '../deliveries/buildkite/sign-webhook.ts';
import { openCommandStep, openPluginStep, type OpenStep } from './buildkite-step.ts';
import { acceptAndMerge, canMerge, soon } from './live-through.ts';
import { openWorld, type World } from './open-world.ts';
import { planted } from './shorten-suite.ts';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildkitePath } from '../../../bot/src/deliveries/buildkite/open-webhooks.ts';
import { jobsOf, type Json, showBuild, showParallelJobs } from '../../servers/ci/show-buildkite.ts';
import { tellBuild } from '../deliveries/buildkite/payloads.ts';

interface BuildOrder {
  commit: string;
  branch: string;
  pullRequest?: number;
}

/** A build of acme/sync, with all retries of its jobs. */
interface PlayedBuild {
  build: Json;
  /** Runs the jobs that have not, and tells that the build has ended. */
  work(): Promise<void>;
  /** Folders that its jobs have uploaded, sorted. */
  listArtifacts(): string[];
}

const repository = 'git@github.com:acme/sync.git';
const waiting = { state: 'scheduled', started_at: null, finished_at: null, exit_status: null };

/** What Buildkite does around a step; and it tells the bot what it tells by webhooks. */
async function playBuildkite(
  { example, url }: Pick<World, 'example' | 'url'>,
  buildkite: FakeBuildkite,
  openStep: OpenStep,
): Promise<{ begin(order: BuildOrder): Promise<PlayedBuild> }> {
  const scratch = mkdtempSync(join(tmpdir(), 'perigee-agent-'));
  onTestFinished(() => rmSync(scratch, { recursive: true, force: true }));
  const step = await openStep(scratch, example, repository);
  buildkite.builds.length = 0;
  return {
    begin: async ({ branch, commit, pullRequest }) => {
      const number = 42 + buildkite.builds.length;
      const jobs = showParallelJobs(number * 100, step.parallelism, waiting);
      const asked = { id: String(pullRequest), base: 'main', repository };
      const of = pullRequest === undefined ? {} : { pull_request: asked };
      const build = showBuild(number, { ...{ state: 'running', branch, commit, jobs }, ...of });
      buildkite.builds.push(build);
      const tell = (event: string): Promise<void> => tellBot(url, event, number);
      await tell('build.running');
      return {
        build,
        listArtifacts: () => listArtifacts(buildkite, build),
        work: async () => {
          for (const job of jobsOf(build).filter(({ state }) => state === 'scheduled')) {
            job['state'] = 'running';
            const files = await step.run(commit, {
              BUILDKITE_BRANCH: branch,
              ...describePullRequest(pullRequest),
              ...describeJob(job, number),
            });
            for (const [file, content] of files) {
              storeFile(buildkite, file, content, { job_id: job['id'] });
            }
            Object.assign(job, { state: 'passed', exit_status: 0, finished_at: now() });
          }
          Object.assign(build, { state: 'passed', finished_at: now() });
          await tell('build.finished');
        },
      };
    },
  };
}

function describePullRequest(number: number | undefined): Record<string, string> {
  if (number === undefined) return { BUILDKITE_PULL_REQUEST: 'false' };
  return {
    BUILDKITE_PULL_REQUEST: String(number),
    BUILDKITE_PULL_REQUEST_BASE_BRANCH: 'main',
    BUILDKITE_PULL_REQUEST_REPO: repository,
  };
}

function describeJob(job: Json, number: number): Record<string, string> {
  return {
    BUILDKITE_ORGANIZATION_SLUG: 'acme',
    BUILDKITE_PIPELINE_SLUG: 'sync',
    BUILDKITE_PIPELINE_DEFAULT_BRANCH: 'main',
    BUILDKITE_BUILD_NUMBER: String(number),
    BUILDKITE_JOB_ID: String(job['id']),
    BUILDKITE_PARALLEL_JOB: String(job['parallel_group_index']),
    BUILDKITE_PARALLEL_JOB_COUNT: String(job['parallel_group_total']),
    BUILDKITE_RETRY_COUNT: String(Number(job['retries_count'] ?? 0)),
  };
}

function listArtifacts({ artifacts }: FakeBuildkite, build: Json): string[] {
  const ids = new Set(jobsOf(build).map(({ id }) => id));
  const own = artifacts.filter((artifact) => ids.has(artifact['job_id']));
  return [...new Set(own.map(({ dirname }) => String(dirname)))].sort();
}

async function tellBot(url: string, event: string, number: number): Promise<void> {
  const pipeline = 'https://api.buildkite.com/v2/organizations/acme/pipelines/sync';
  const body = JSON.stringify(tellBuild(event, { number, url: `${pipeline}/builds/${number}` }));
  const headers = {
    ...{ 'content-type': 'application/json', 'x-buildkite-event': event },
    'x-buildkite-signature': signWebhook(body),
  };
  const { status } = await fetch(`${url}${buildkitePath}`, { method: 'POST', body, headers });
  expect(status).toBe(200);
}

const now = (): string => new Date().toISOString();

async function openBuildkiteWorld(openStep: OpenStep) {
  await bundle('plugin');
  const buildkite = await startFakeBuildkite();
  const environment = {
    PERIGEE_BUILDKITE_API_URL: buildkite.url,
    PERIGEE_BUILDKITE_TOKEN: buildkite.token,
    PERIGEE_BUILDKITE_HOSTS: hostsOf(buildkite).join(),
    PERIGEE_BUILDKITE_WEBHOOK_TOKEN: webhookToken,
  };
  const world = await openWorld({ pipeline: 'acme/sync', environment });
  return { world, pipeline: await playBuildkite(world, buildkite, openStep) };
}

const nameArtifact = (shard: number, attempt: number): string =>
  `perigee-sync-shard-${shard}-of-2-attempt-${attempt}`;

test('a build with the plugin that is slower has its shard retried, and holds back the merge until a person accepts it', async () => {
  const { pipeline, world } = await openBuildkiteWorld(openPluginStep);
  const pull = await world.propose('slower');
  const look = () => world.readCheck(pull);
  await expect.poll(look, soon).toMatchObject({ status: 'queued', conclusion: null });
  expect(canMerge(world, pull)).toBe(false);
  const { build, listArtifacts, work } = await pipeline.begin({
    ...{ commit: pull.head.commit, branch: 'slower', pullRequest: pull.number },
  });
  await expect.poll(look, soon).toMatchObject({ status: 'in_progress', conclusion: null });

  await work();
  await expect.poll(() => look().title, soon).toMatch(/confirm/i);
  // Of the two jobs that of the alarm alone is at work again.
  await expect.poll(() => build['state'], soon).toBe('running');
  expect(canMerge(world, pull)).toBe(false);

  await work();
  await expect.poll(look, soon).toMatchObject({ status: 'completed', conclusion: 'failure' });
  await expect.poll(() => world.readComments(pull).report, soon).toContain(planted.shownAs);
  expect(world.readComments(pull).report).toContain(String(build['web_url']));
  expect(canMerge(world, pull)).toBe(false);
  expect(listArtifacts()).toEqual([nameArtifact(1, 1), nameArtifact(2, 1), nameArtifact(2, 2)]);

  await acceptAndMerge(world, pull);
  expect(await world.stop()).toEqual([0]);
});

test('the build of a branch by the two commands counts for the pull request that is opened from it, and passes at once', async () => {
  const { pipeline, world } = await openBuildkiteWorld(openCommandStep);
  const pull = await world.propose('tidy');
  const { build, listArtifacts, work } = await pipeline.begin({
    commit: pull.head.commit,
    branch: 'tidy',
  });
  await work();
  const look = () => world.readCheck(pull);
  await expect.poll(look, soon).toMatchObject({ status: 'completed', conclusion: 'success' });
  await expect.poll(() => world.readComments(pull).report, soon).toMatch(/### ✅ .*Nothing/);
  expect(build['state']).toBe('passed');
  const places = [nameArtifact(1, 1), nameArtifact(2, 1)].map(
    (name) => `.perigee/artifacts/${name}`,
  );
  expect(listArtifacts()).toEqual(places);
  expect(canMerge(world, pull)).toBe(true);
  expect(await world.stop()).toEqual([0]);
});
