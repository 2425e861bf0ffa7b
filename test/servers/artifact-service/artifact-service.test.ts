/** The fake is only worth something while it refuses what the real service would. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type ArtifactService, startArtifactService } from './start-artifact-service.ts';

let service: ArtifactService;

beforeEach(async () => {
  service = await startArtifactService('run');
});

afterEach(() => service.stop());

const ids = { workflow_run_backend_id: 'run', workflow_job_run_backend_id: 'job' };
const creation = { ...ids, name: 'a', version: 7, mime_type: 'application/zip' };

async function call(method: string, body: object, job = 'job') {
  const { ACTIONS_RESULTS_URL: url, ACTIONS_RUNTIME_TOKEN: token } = service.describeJob(job);
  const path = `twirp/github.actions.results.api.v1.ArtifactService/${method}`;
  const response = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

test.each<[string, string, object, number]>([
  ['a name with a slash', 'CreateArtifact', { ...creation, name: 'a/b' }, 400],
  ['another run', 'CreateArtifact', { ...creation, workflow_run_backend_id: 'x' }, 400],
  ['another job', 'CreateArtifact', { ...creation, workflow_job_run_backend_id: 'x' }, 400],
  ['an old version', 'CreateArtifact', { ...creation, version: 4 }, 400],
  ['no name', 'CreateArtifact', ids, 400],
  ['a method that is not there', 'Upload', ids, 400],
  [
    'the end of what was not begun',
    'FinalizeArtifact',
    { ...ids, name: 'a', size: '1', hash: 'x' },
    404,
  ],
  ['the address of what is not there', 'GetSignedArtifactURL', { ...ids, name: 'a' }, 404],
])('%s is refused', async (_title, method, body, status) => {
  expect(await call(method, body)).toMatchObject({ status });
  expect(service.refusals).toHaveLength(1);
});

test('a second artifact of one name is a conflict', async () => {
  expect((await call('CreateArtifact', creation)).status).toBe(200);
  expect(await call('CreateArtifact', creation)).toMatchObject({
    status: 409,
    body: { code: 'already_exists' },
  });
});

test('what was not finished is not listed, and a wrong size or digest does not finish it', async () => {
  await call('CreateArtifact', creation);
  const end = { ...ids, name: 'a', size: '5', hash: 'sha256:0' };
  expect((await call('FinalizeArtifact', end)).status).toBe(400);
  expect((await call('FinalizeArtifact', { ...end, size: '0' })).status).toBe(400);
  expect((await call('ListArtifacts', ids)).body).toEqual({ artifacts: [] });
});

test('without a token of this run nothing is answered', async () => {
  const { ACTIONS_RESULTS_URL: url } = service.describeJob('job');
  const path = 'twirp/github.actions.results.api.v1.ArtifactService/ListArtifacts';
  expect((await fetch(`${url}${path}`, { method: 'POST', body: '{}' })).status).toBe(401);
});

test('storage takes nothing with the signature for reading', async () => {
  await call('CreateArtifact', creation);
  const { ACTIONS_RESULTS_URL: url } = service.describeJob('job');
  const put = (query: string) =>
    fetch(`${url}blob/101?${query}`, {
      method: 'PUT',
      body: 'x',
      headers: { 'x-ms-version': '1' },
    });
  expect((await put('sig=download&comp=block&blockid=a')).status).toBe(403);
  expect((await put('sig=upload&comp=block&blockid=a')).status).toBe(201);
  expect((await put('sig=upload&comp=other')).status).toBe(400);
});
