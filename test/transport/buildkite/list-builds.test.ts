/** The list of builds: how many requests it takes, and what is read of one that has no end. */
import { expect, test } from 'vitest';
import { openBuildkite } from '../../../src/transport/buildkite/open-buildkite.ts';
import { type FakeBuildkite, startFakeBuildkite } from '../../servers/ci/fake-buildkite.ts';
import { makeId, showBuild, showJob } from '../../servers/ci/show-buildkite.ts';
import { never } from '../github/ask-facts.ts';
import { makeClock } from '../rest/make-clock.ts';

function open({ url: apiUrl, token }: FakeBuildkite) {
  const clock = makeClock();
  const { builds } = openBuildkite({ apiUrl, token, clock });
  const commit = 'c'.repeat(40);
  return { clock, list: () => builds.listBuilds('acme/sync', 'acme/sync', commit, never) };
}

/** How large each page of builds was that was asked for, and which. */
function listPages({ requests }: FakeBuildkite): string[] {
  return requests.flatMap((each) => {
    const [, size, page] = /\/builds\?.*&per_page=(\d+)&page=(\d+)$/.exec(each) ?? [];
    return size === undefined ? [] : [`${size}/${page}`];
  });
}

test('of more builds than a hundred the newest are listed, twenty with each request', async () => {
  const buildkite = await startFakeBuildkite();
  for (let number = 43; number <= 150; number++) buildkite.builds.push(showBuild(number));
  const builds = await open(buildkite).list();
  expect(builds.map(({ number }) => number)).toEqual(
    Array.from({ length: 100 }, (_, index) => 150 - index),
  );
  expect(listPages(buildkite)).toEqual(['20/1', '20/2', '20/3', '20/4', '20/5']);
});

test('a build that begins while they are listed makes none of them come twice', async () => {
  const buildkite = await startFakeBuildkite();
  for (let number = 43; number <= 70; number++) buildkite.builds.push(showBuild(number));
  buildkite.intercept = (_, { url }) => {
    if (url.searchParams.get('page') === '2') buildkite.builds.push(showBuild(71));
    return undefined;
  };
  const builds = await open(buildkite).list();
  expect(builds.map(({ number }) => number)).toEqual(
    Array.from({ length: 29 }, (_, index) => 70 - index),
  );
});

/** Builds from 42 on, newest last, of 400 jobs each: twelve of them are more than is read of one answer. */
async function startLarge(builds: number, bytesOfJob: number) {
  const buildkite = await startFakeBuildkite();
  const command = 'x'.repeat(bytesOfJob);
  const jobs = Array.from({ length: 400 }, (_, serial) => showJob(serial, { command }));
  buildkite.builds.length = 0;
  for (let number = 42; number < 42 + builds; number++) {
    buildkite.builds.push(showBuild(number, { jobs }));
  }
  return buildkite;
}

test('builds of hundreds of jobs are asked for in smaller pages, which the next look begins with', async () => {
  const buildkite = await startLarge(12, 4_000);
  const { clock, list } = open(buildkite);
  const builds = await list();
  expect(builds.map(({ number }) => number)).toEqual([
    ...[53, 52, 51, 50, 49, 48, 47, 46, 45, 44, 43, 42],
  ]);
  expect(builds[0]?.jobs).toHaveLength(400);
  expect(listPages(buildkite)).toEqual(['20/1', '5/1', '5/2', '5/3']);
  buildkite.requests.length = 0;
  await list();
  expect(listPages(buildkite)).toEqual(['5/1', '5/2', '5/3']);
  buildkite.requests.length = 0;
  clock.pass(60 * 60_000);
  await list();
  expect(listPages(buildkite)[0]).toBe('20/1');
});

test('of builds that only fit one by one the newest are listed, with ten requests', async () => {
  const buildkite = await startLarge(12, 10_000);
  const builds = await open(buildkite).list();
  expect(builds.map(({ number }) => number)).toEqual([53, 52, 51, 50, 49, 48, 47, 46]);
  expect(listPages(buildkite)).toEqual([
    ...['20/1', '5/1', '1/1', '1/2', '1/3', '1/4', '1/5', '1/6', '1/7', '1/8'],
  ]);
});

test('a single build that is more than is read of one answer is told', async () => {
  const buildkite = await startLarge(1, 50_000);
  await expect(open(buildkite).list()).rejects.toMatchObject({
    ...{ name: 'Refused', code: 'ci-strange-answer' },
    message: 'Buildkite answered with more than 16777216 bytes',
  });
  expect(listPages(buildkite)).toEqual(['20/1', '5/1', '1/1']);
});

const runId = 'acme/sync/42';
const id = makeId(1);

/** Build 42 with one job of the step `measure`. */
async function start(job: Record<string, unknown> = {}) {
  const buildkite = await startFakeBuildkite();
  buildkite.build['jobs'] = [showJob(1, job)];
  const { url: apiUrl, token } = buildkite;
  const { builds } = openBuildkite({ apiUrl, token, clock: makeClock() });
  return { buildkite, ...builds, retry: (of = id) => builds.retryJob(runId, of, never) };
}

function listChanges({ requests }: FakeBuildkite): string[] {
  return requests.filter((each) => !each.startsWith('GET'));
}

test('a job that passed is retried, and its build goes on with another one in its place', async () => {
  const { buildkite, retry, readBuild } = await start({ parallel_group_index: 0 });
  await retry();
  expect(listChanges(buildkite)).toEqual([
    `PUT /v2/organizations/acme/pipelines/sync/builds/42/jobs/${id}/retry`,
  ]);
  const build = await readBuild(runId, never);
  expect(build?.state).toBe('in-progress');
  const [job, next] = build?.jobs ?? [];
  expect(job).toMatchObject({ id, state: 'ended', retries: 0, retriedIn: next?.id });
  expect(next).toMatchObject({ step: job?.step, state: 'waiting', retries: 1 });
  expect(next?.createdAtMs).toBeGreaterThan(job?.createdAtMs ?? Infinity);
});

test('the job that took its place can be retried again', async () => {
  const { buildkite, retry, readBuild } = await start();
  await retry();
  const next = (await readBuild(runId, never))?.jobs[1]?.id ?? '';
  const [, second] = buildkite.build['jobs'] as Record<string, unknown>[];
  Object.assign(second ?? {}, { state: 'failed' });
  await retry(next);
  const jobs = (await readBuild(runId, never))?.jobs;
  expect(jobs?.map(({ retries }) => retries)).toEqual([0, 1, 2]);
});

test('a step that forbids it is named with what to set', async () => {
  const { buildkite, retry } = await start();
  buildkite.strictSteps.add('measure');
  await expect(retry()).rejects.toMatchObject({
    ...{ name: 'Refused', code: 'ci-not-allowed' },
    message:
      `Buildkite said 400 for the retry of job ${id} in build ${runId}, ` +
      '“Only failed, timed out or canceled jobs can be retried”: ' +
      'its step has to permit retries, `retry.manual` with `permit_on_passed: true`',
  });
});

test('a token without the scope is told which one it needs', async () => {
  const { buildkite, retry } = await start();
  buildkite.scopes = ['read_builds'];
  await expect(retry()).rejects.toMatchObject({
    ...{ name: 'Refused', code: 'ci-not-allowed' },
    message: expect.stringContaining('the scope retry_builds or write_builds'),
  });
  buildkite.scopes = ['retry_builds'];
  await retry();
});

test('the job of a canceled build is refused with the words of Buildkite', async () => {
  const { buildkite, retry } = await start();
  buildkite.build['state'] = 'canceled';
  await expect(retry()).rejects.toThrow(/“Jobs from canceled builds cannot be retried”$/);
});

test('what somebody else retried meanwhile is done', async () => {
  const { buildkite, retry, readBuild } = await start();
  await retry();
  await retry();
  expect(listChanges(buildkite)).toHaveLength(2);
  expect((await readBuild(runId, never))?.jobs).toHaveLength(2);
});

test.each([
  ['lost', { status: 200, body: { id }, cutAt: 1 }],
  ['that Buildkite is out of order', { status: 502, body: {} }],
  ['that there were too many', { status: 429, headers: { 'retry-after': '1' }, body: {} }],
])('an answer %s is for later, and nothing is sent twice', async (_, answer) => {
  const { buildkite, retry } = await start();
  buildkite.intercept = (path) => (path.endsWith('/retry') ? answer : undefined);
  await expect(retry()).rejects.toMatchObject({ name: 'Unavailable' });
  expect(listChanges(buildkite)).toHaveLength(1);
});

test('a retry that is answered with a page, or at another place, is not taken for done', async () => {
  const { buildkite, retry } = await start();
  buildkite.intercept = () => ({ status: 200, bytes: Buffer.from('<html>') });
  await expect(retry()).rejects.toMatchObject({ code: 'ci-strange-answer' });
  buildkite.intercept = () => ({ status: 307, headers: { location: 'http://127.0.0.1:9/' } });
  await expect(retry()).rejects.toMatchObject({ code: 'ci-strange-answer' });
  buildkite.intercept = () => ({ status: 400, bytes: Buffer.from('<html>') });
  await expect(retry()).rejects.toMatchObject({ code: 'ci-strange-answer' });
});

test('a job that is not there, or leads elsewhere, is refused', async () => {
  const { buildkite, retry } = await start();
  await expect(retry(makeId(5))).rejects.toMatchObject({ code: 'ci-not-found' });
  buildkite.requests.splice(0);
  await expect(retry('../../../user')).rejects.toMatchObject({ name: 'Refused' });
  expect(buildkite.requests).toEqual([]);
});
