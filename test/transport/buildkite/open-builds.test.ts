import { expect, test } from 'vitest';
import { openBuildkite } from '../../../src/transport/buildkite/open-buildkite.ts';
import { type FakeBuildkite, startFakeBuildkite } from '../../servers/ci/fake-buildkite.ts';
import { makeId, showBuild, showJob, showParallelJobs } from '../../servers/ci/show-buildkite.ts';
import { never } from '../github/ask-facts.ts';
import { makeClock } from '../rest/make-clock.ts';

const pipeline = 'acme/sync';
const commit = 'c'.repeat(40);
const path = '/v2/organizations/acme/pipelines/sync';

function open({ url: apiUrl, token }: FakeBuildkite, clock = makeClock()) {
  const { builds } = openBuildkite({ apiUrl, token, clock });
  const list = (repository = 'acme/sync', of = commit) =>
    builds.listBuilds(pipeline, repository, of, never);
  return { ...builds, list, clock };
}

test('the builds of a commit come newest first, with their jobs and the retried ones', async () => {
  const buildkite = await startFakeBuildkite();
  const [first, second] = showParallelJobs(1, 2);
  const retriedIn = makeId(3);
  buildkite.build['jobs'] = [
    { type: 'waiter', id: makeId(9) },
    { ...first, retried: true, retried_in_job_id: retriedIn },
    second,
    showJob(3, { state: 'running', finished_at: null, retries_count: 1 }),
  ];
  buildkite.build['state'] = 'running';
  const pull_request = { id: '7', base: 'main', repository: 'git://github.com/mallory/sync.git' };
  buildkite.builds.push(
    showBuild(43, { pull_request, branch: 'faster', source: 'ui', state: 'canceled' }),
    showBuild(44, { commit: 'd'.repeat(40) }),
  );
  const [newest, oldest, ...others] = await open(buildkite).list();
  expect(others).toEqual([]);
  const at = { commit, createdAtMs: Date.parse('2026-11-21T10:00:00.874Z') };
  expect(newest).toEqual({
    ...{ ...at, runId: 'acme/sync/43', number: 43, branch: 'faster', source: 'ui' },
    ...{ state: 'completed', conclusion: 'cancelled', jobs: [] },
    ...{ pullRequest: 7, headRepository: 'mallory/sync' },
    url: 'https://buildkite.com/acme/sync/builds/43',
  });
  const job = {
    step: '018c0f56-c87c-47e9-95ee-aa47397b4496',
    ...{ name: ':stopwatch: measure', createdAtMs: Date.parse('2026-11-21T10:00:01Z') },
  };
  const ended = { ...job, state: 'ended', conclusion: 'passed', retries: 0 };
  const url = 'https://buildkite.com/acme/sync/builds/42';
  expect(oldest).toEqual({
    ...{ ...at, runId: 'acme/sync/42', number: 42, branch: 'main', source: 'webhook', url },
    state: 'in-progress',
    jobs: [
      {
        ...{ ...ended, id: makeId(1), retriedIn, url: `${url}#${makeId(1)}` },
        parallel: { index: 0, total: 2 },
      },
      {
        ...{ ...ended, id: makeId(2), url: `${url}#${makeId(2)}` },
        parallel: { index: 1, total: 2 },
      },
      { ...job, id: makeId(3), state: 'running', retries: 1, url: `${url}#${makeId(3)}` },
    ],
  });
  expect(buildkite.requests).toContain(
    `GET ${path}/builds?include_retried_jobs=true&exclude_pipeline=true&commit=${commit}&per_page=20&page=1`,
  );
});

test('a pipeline is asked for its repository once an hour', async () => {
  const buildkite = await startFakeBuildkite();
  const { list, clock } = open(buildkite);
  const countAsked = () => buildkite.requests.filter((each) => each === `GET ${path}`).length;
  await list('ACME/Sync');
  clock.pass(59 * 60_000);
  await list();
  expect(countAsked()).toBe(1);
  clock.pass(60_000);
  await list();
  expect(countAsked()).toBe(2);
});

test('the builds of a pipeline of another repository are not even asked for', async () => {
  const buildkite = await startFakeBuildkite();
  const { list, clock } = open(buildkite);
  const refused = { name: 'Refused', code: 'ci-not-found' };
  await expect(list('acme/secret')).rejects.toMatchObject({
    ...refused,
    message: 'the pipeline acme/sync is of the repository acme/sync, not of acme/secret',
  });
  clock.pass(60 * 60_000);
  buildkite.pipeline['repository'] = '/srv/git/sync.git';
  await expect(list()).rejects.toMatchObject(refused);
  expect(buildkite.requests).toEqual([`GET ${path}`, `GET ${path}`]);
});

test('a pipeline that is not there, or leads elsewhere, is refused', async () => {
  const { listBuilds } = open(await startFakeBuildkite());
  for (const name of ['acme/other', 'acme', 'acme/sync/42', 'acme/..', '../sync', 'acme/sync?x']) {
    const asked = listBuilds(name, 'acme/sync', commit, never);
    await expect(asked).rejects.toMatchObject({ name: 'Refused', code: 'ci-not-found' });
  }
});

test('one build is read by its id, and one that is not there is none', async () => {
  const buildkite = await startFakeBuildkite();
  buildkite.build['jobs'] = [
    showJob(1, { retried: true, retried_in_job_id: makeId(2) }),
    showJob(2, { retries_count: 1 }),
  ];
  const { readBuild } = open(buildkite);
  const build = await readBuild('acme/sync/42', never);
  expect(build).toMatchObject({ number: 42, state: 'completed', conclusion: 'success' });
  expect(build?.jobs.map(({ retries }) => retries)).toEqual([0, 1]);
  expect(await readBuild('acme/sync/7', never)).toBeUndefined();
  await expect(readBuild('acme/../42', never)).rejects.toMatchObject({ code: 'ci-not-found' });
});

test('what triggered a build is known of it, and what that one is of is asked for once', async () => {
  const buildkite = await startFakeBuildkite();
  const triggered_from = { build_id: makeId(7), build_number: 42, build_pipeline_slug: 'sync' };
  buildkite.builds.push(showBuild(43, { source: 'trigger_job', triggered_from }));
  const { list, readOrigin } = open(buildkite);
  expect((await list())[0]).toMatchObject({ triggeredFrom: 'acme/sync/42' });
  const asked = buildkite.requests.length;
  for (let times = 0; times < 2; times++) {
    expect(await readOrigin('acme/sync/42', never)).toEqual({ commit, source: 'webhook' });
  }
  expect(buildkite.requests.slice(asked)).toEqual([`GET ${path}/builds/42?exclude_jobs=true`]);
  expect(await readOrigin('acme/sync/7', never)).toBeUndefined();
  buildkite.build['commit'] = 'HEAD';
  await expect(open(buildkite).readOrigin('acme/sync/42', never)).rejects.toThrow('full commit id');
});

test.each([
  ['another build', { number: 41 }],
  ['a build without its number', { number: '42' }],
  ['a build without jobs', { jobs: null }],
  ['a commit that is none', { commit: 'HEAD' }],
  ['a state that is no text', { state: 3 }],
  ['an address that is none', { web_url: 'javascript:alert(1)' }],
  ['no time', { created_at: 'yesterday' }],
  ['a job without a type', { jobs: [{}] }],
  ['a job whose id leads elsewhere', { jobs: [showJob(1, { id: '../../../user' })] }],
  ['a job without a step', { jobs: [showJob(1, { step: null, step_key: null })] }],
  ['a job without a state', { jobs: [showJob(1, { state: null })] }],
  ['a retry that is no job', { jobs: [showJob(1, { retried_in_job_id: 'x' })] }],
])('an answer with %s is refused', async (_, changes) => {
  const buildkite = await startFakeBuildkite();
  buildkite.intercept = (asked) =>
    asked === `${path}/builds/42` ? { status: 200, body: showBuild(42, changes) } : undefined;
  const asked = open(buildkite).readBuild('acme/sync/42', never);
  await expect(asked).rejects.toMatchObject({ name: 'Refused', code: 'ci-strange-answer' });
});

test.each([
  ['no list', { message: 'hello' }],
  ['builds of another commit', [showBuild(42, { commit: 'd'.repeat(40) })]],
])('a list that is %s is refused', async (_, body) => {
  const buildkite = await startFakeBuildkite();
  buildkite.intercept = (asked) => (asked === `${path}/builds` ? { status: 200, body } : undefined);
  await expect(open(buildkite).list()).rejects.toMatchObject({ code: 'ci-strange-answer' });
});

test('a limit is to wait for, and a token that may not read is told', async () => {
  const buildkite = await startFakeBuildkite();
  const { list, clock } = open(buildkite);
  buildkite.intercept = () => ({ status: 429, headers: { 'ratelimit-reset': '30' }, body: {} });
  await expect(list()).rejects.toMatchObject({ name: 'Unavailable' });
  buildkite.intercept = () => undefined;
  buildkite.scopes = ['read_pipelines'];
  clock.pass(10 * 60_000);
  await expect(list()).rejects.toMatchObject({ name: 'Refused', code: 'ci-not-allowed' });
});
