import { expect, test } from 'vitest';
import { openBuildkite } from '../../../src/transport/buildkite/open-buildkite.ts';
import { type FakeBuildkite, startFakeBuildkite } from '../../servers/ci/fake-buildkite.ts';
import { makeId, showJob } from '../../servers/ci/show-buildkite.ts';
import { never } from '../github/ask-facts.ts';
import { makeClock } from '../rest/make-clock.ts';

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
