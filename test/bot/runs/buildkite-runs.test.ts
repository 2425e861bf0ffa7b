import { createBudget } from '../../../src/async/budget.ts';
import { artifactLimits } from '../../../src/transport/artifacts/artifact-limits.ts';
import { expect, test } from 'vitest';
import type { OpenArtifacts } from '../../../bot/src/runs/run.ts';
import { openRuns } from '../../../bot/src/runs/open-runs.ts';
import type { Change } from '../../../bot/src/change/read-change.ts';
import { defaultGate } from '../../../src/contract/gate.ts';
import { openBuildkiteSource } from '../../../src/transport/artifacts/buildkite.ts';
import type { KnownFiles } from '../../../src/transport/artifacts/buildkite-files.ts';
import { nameArtifact } from '../../../src/transport/artifacts/name-artifact.ts';
import { openBuildkite } from '../../../src/transport/buildkite/open-buildkite.ts';
import { createSizedCache } from '../../../src/async/sized-cache.ts';
import { startFakeBuildkite, storeFile } from '../../servers/ci/fake-buildkite.ts';
import {
  jobsOf,
  makeId,
  showBuild,
  showJob,
  showParallelJobs,
} from '../../servers/ci/show-buildkite.ts';
import { makeClock } from '../../transport/rest/make-clock.ts';
import { openWorld } from '../reconcile/github.ts';
import { createWorld, repository } from '../reconcile/world.ts';

const gate = { ...defaultGate, pipeline: 'acme/sync' };
const head = 'c'.repeat(40);
const event = Buffer.from('{}');
const nothingSeen = { seen: [], isRead: () => false };
const change: Change = {
  subject: { kind: 'push', repository, commit: head },
  ...{ kind: 'push', head, targetBranch: 'main', headBranch: 'main' },
  ...{ isOpen: true, fork: false, event: 'push' },
};

/** Build 42 of a push; its step `measure` has two jobs, which have left nothing yet. */
async function start() {
  const fake = await startFakeBuildkite();
  fake.build['jobs'] = [showJob(9, { step_key: 'lint', step: { id: 'lint' } })];
  jobsOf(fake.build).push(...showParallelJobs(1, 2));
  const { url: apiUrl, token } = fake;
  const clock = makeClock();
  const { builds, client } = openBuildkite({ apiUrl, token, clock });
  const { signal } = new AbortController();
  const known: KnownFiles = createSizedCache(1_000);
  const openArtifacts: OpenArtifacts = ({ runId }, _platform, _signal, state) =>
    openBuildkiteSource({
      budget: createBudget(artifactLimits.maxBytes),
      ...{ client, runId, signal },
      ...(state === undefined ? {} : { settled: { state, known } }),
    });
  const ports = { github: openWorld(createWorld()), buildkite: builds, openArtifacts };
  const open = (name = 'sync') => openRuns(ports, 'buildkite', { ...repository, name }, signal);
  const leave = (serial: number, index: number, attempt = 1) => {
    const folder = nameArtifact('sync', { index, total: 2, attempt });
    storeFile(fake, `${folder}/event.json`, event, { job_id: makeId(serial) });
  };
  const list = async (memory = nothingSeen) => {
    const side = open();
    const runs = await side.list(change, gate, 'sync', memory);
    return { side, runs, run: runs.at(-1)! };
  };
  return { fake, clock, open, leave, list };
}

const listings = (requests: readonly string[]) =>
  requests.filter((each) => each.includes('/artifacts?'));

test('a build is asked for once, and what it left once, by whoever judges it too', async () => {
  const { fake, leave, list } = await start();
  leave(1, 0);
  leave(2, 1);
  const { run, side } = await list();
  expect(run).toMatchObject({ id: 'acme/sync/42', attempt: 1, status: 'completed' });
  const stored = await side.openSource(run, 'sync').list();
  expect(stored.map((each) => side.place(run, each, { index: 0, total: 2, attempt: 1 }))).toEqual([
    { attempt: 1 },
    { attempt: 1 },
  ]);
  expect(listings(fake.requests)).toHaveLength(1);
});

test('at later looks a build that ended is not listed again, until a job of it is retried', async () => {
  const { clock, fake, leave, list } = await start();
  leave(1, 0);
  leave(2, 1);
  fake.builds.push(showBuild(41, { commit: head, jobs: [showJob(20)] }));
  const listForLong = async () => {
    await list();
    clock.pass(5 * 60_000);
    return list();
  };
  await listForLong();
  expect(listings(fake.requests)).toHaveLength(4);
  fake.requests.length = 0;
  const later = await list();
  expect(later.run).toMatchObject({ id: 'acme/sync/42', attempt: 1 });
  expect(await later.side.openSource(later.run, 'sync').list()).toHaveLength(2);
  // The list of builds alone.
  expect(fake.requests).toHaveLength(1);

  await later.side.measureAgain(later.run, [1], 2);
  fake.requests.length = 0;
  const pages = `GET /v2/organizations/acme/pipelines/sync/builds/42/artifacts?per_page=100&page=1`;
  await list();
  // While the retry is at work each look lists what it may have left.
  await list();
  expect(listings(fake.requests)).toEqual([pages, pages]);
  const again = jobsOf(fake.build).at(-1)!;
  storeFile(fake, `${nameArtifact('sync', { index: 1, total: 2, attempt: 2 })}/event.json`, event, {
    job_id: again['id'],
  });
  Object.assign(again, { state: 'passed', finished_at: '2026-11-21T10:09:00.000Z' });
  fake.build['state'] = 'passed';
  fake.requests.length = 0;
  const ended = await listForLong();
  expect(await ended.side.openSource(ended.run, 'sync').list()).toHaveLength(3);
  await list();
  expect(listings(fake.requests)).toEqual([pages, pages]);
});

test('the pages of the jobs that measure are shown, and those of all while nobody knows which they are', async () => {
  const { leave, list } = await start();
  const before = await list();
  expect(await before.side.listJobs(before.run)).toHaveLength(3);
  leave(1, 0);
  const { run, side } = await list();
  const jobs = await side.listJobs(run);
  expect(jobs.map(({ name }) => name)).toEqual([
    ':stopwatch: measure (1)',
    ':stopwatch: measure (2)',
  ]);
});

test('a shard that is measured again begins an attempt, and the others none', async () => {
  const { fake, leave, list } = await start();
  leave(1, 0);
  leave(2, 1);
  const first = await list();
  await first.side.measureAgain(first.run, [1], 2);
  const { run, side } = await list();
  expect(run).toMatchObject({ attempt: 2, status: 'in-progress' });
  expect([0, 1, 2].map((shard) => side.lastAttempt(run, shard, 2))).toEqual([1, 2, undefined]);
  const again = jobsOf(fake.build).at(-1)!;
  Object.assign(again, { state: 'passed', finished_at: '2026-11-21T10:09:00.000Z' });
  expect(await side.read(run.id, 'sync')).toMatchObject({ attempt: 2, status: 'completed' });
});

test('a build that measures nothing is no more than an older one, however new it is', async () => {
  const { fake, leave, list } = await start();
  leave(1, 0);
  leave(2, 1);
  const later = { commit: head, created_at: '2026-11-21T10:30:00.000Z' };
  const other = showBuild(43, { ...later, jobs: [showJob(20)] });
  fake.builds.push(other, showBuild(44, { ...later, state: 'canceled' }));
  const ended = await list();
  expect(ended.runs.map(({ id }) => id)).toEqual(['acme/sync/43', 'acme/sync/44', 'acme/sync/42']);
  Object.assign(other, { state: 'running' });
  Object.assign(jobsOf(other)[0]!, { state: 'running' });
  expect((await list()).run.id).toBe('acme/sync/43');
});

test('a build that was cancelled is gone on with only where there is no other: it cannot be measured again', async () => {
  const { fake, leave, list } = await start();
  leave(1, 0);
  leave(2, 1);
  leave(20, 0);
  const jobs = showParallelJobs(20, 2, { state: 'canceled' });
  const later = { commit: head, created_at: '2026-11-21T10:30:00.000Z' };
  const other = showBuild(43, { ...later, jobs, state: 'canceling' });
  fake.builds.push(other, showBuild(44, { ...later, state: 'skipped' }));
  const order = async () => (await list()).runs.map(({ id }) => id.slice(-2));
  expect(await order()).toEqual(['44', '42', '43']);
  other['state'] = 'canceled';
  expect(await order()).toEqual(['44', '43', '42']);
  fake.builds.shift();
  expect(await order()).toEqual(['44', '43']);
});

test('artifacts that may not be listed do not hide their build', async () => {
  const { fake, list } = await start();
  fake.scopes = ['read_builds', 'read_pipelines'];
  const { run, side } = await list();
  expect(run).toMatchObject({ id: 'acme/sync/42', status: 'completed' });
  await expect(side.openSource(run, 'sync').list()).rejects.toThrow('Buildkite said 403');
});

test('of many builds that were judged only the newest five are asked what they left', async () => {
  const { fake, list } = await start();
  for (let number = 43; number < 53; number++)
    fake.builds.push(showBuild(number, { commit: head }));
  expect((await list({ seen: [], isRead: () => true })).runs).toHaveLength(11);
  expect(listings(fake.requests)).toHaveLength(5);
  fake.requests.length = 0;
  expect((await list()).runs).toHaveLength(11);
  // Those that ended and were not judged yet.
  expect(listings(fake.requests)).toHaveLength(11);
});

test('a pipeline of another repository is refused by name, and a build that is gone is none', async () => {
  const { open } = await start();
  await expect(open('other').list(change, gate, 'sync', nothingSeen)).rejects.toMatchObject({
    ...{ name: 'Refused' },
    message: 'the pipeline acme/sync is of the repository acme/sync, not of acme/other',
  });
  expect(await open().read('acme/sync/7', 'sync')).toBeUndefined();
});

test('an outage of Buildkite is waited for', async () => {
  const { fake, open } = await start();
  fake.intercept = () => ({ status: 503 });
  await expect(open().list(change, gate, 'sync', nothingSeen)).rejects.toMatchObject({
    name: 'Unavailable',
  });
});
