import { expect, test } from 'vitest';
import type { ArtifactContents } from '../../../src/transport/artifacts/artifact-store.ts';
import { createSizedCache } from '../../../src/async/sized-cache.ts';
import { artifactLimits } from '../../../src/transport/artifacts/artifact-limits.ts';
import type { Answer } from '../../servers/listen.ts';
import { type FakeGithubApi, startFakeGithubApi } from '../../servers/ci/fake-github-api.ts';
import { refuse } from '../../servers/github/answer.ts';
import { showArtifact } from '../../servers/ci/show-github.ts';
import { openSource, storeShard, storeZip, zipOf } from './github-artifacts.ts';
import { packShard } from './make-run.ts';
import { makeZip } from './make-zip.ts';

/** A run that has two shards. */
async function startRun(): Promise<FakeGithubApi> {
  const github = await startFakeGithubApi();
  await storeShard(github, [0, 2, 1]);
  await storeShard(github, [1, 2, 1]);
  return github;
}

test('the artifacts of a run come back, without the token ever going to the storage', async () => {
  const github = await startRun();
  const { records, refusals } = await openSource(github).collect();
  expect(refusals).toEqual([]);
  expect(records.map(({ record }) => record.shard.index)).toEqual([0, 1]);
  expect(github.requests).toEqual([
    'GET /repos/acme/sync/actions/runs/812/artifacts?per_page=100&page=1',
    'GET /repos/acme/sync/actions/artifacts/11/zip',
    'GET /repos/acme/sync/actions/artifacts/12/zip',
  ]);
});

test('a list without an end is refused after fifty pages', async () => {
  const github = await startFakeGithubApi();
  const all = Array.from({ length: 100 }, () => showArtifact(812, { id: 1, name: 'coverage' }));
  const artifacts = '/repos/acme/sync/actions/runs/812/artifacts';
  const headers = { link: `<${github.url}${artifacts}?per_page=100&page=2>; rel="next"` };
  const answer: Answer = { status: 200, headers, body: { total_count: 9999, artifacts: all } };
  github.intercept = () => answer;
  await expect(openSource(github).source.list()).rejects.toThrow('more than 5000 entries');
  expect(github.requests).toHaveLength(50);
});

test('what was read of an artifact lately is not fetched again, by whoever reads it', async () => {
  const github = await startRun();
  const contents = createSizedCache<ArtifactContents>(100_000);
  const { signal } = new AbortController();
  const first = await openSource(github, signal, contents).collect();
  await storeShard(github, [1, 2, 2]);
  const second = await openSource(github, signal, contents).collect();
  expect(second.records.map(({ record }) => record.shard.attempt)).toEqual([1, 2, 1]);
  expect(second.records[0]).toEqual(first.records[0]);
  expect(github.requests.filter((line) => line.endsWith('/zip'))).toEqual([
    'GET /repos/acme/sync/actions/artifacts/11/zip',
    'GET /repos/acme/sync/actions/artifacts/12/zip',
    'GET /repos/acme/sync/actions/artifacts/13/zip',
  ]);
});

test('an artifact that expired is gone, although it was read lately', async () => {
  const github = await startRun();
  const contents = createSizedCache<ArtifactContents>(100_000);
  const { source } = openSource(github, undefined, contents);
  const [stored] = await source.list();
  await source.read(stored!, ['event.json']);
  const expired = source.read({ ...stored!, isExpired: true }, ['event.json']);
  await expect(expired).rejects.toMatchObject({ code: 'artifact-expired' });
});

test('a re-run adds its attempts to those that are there, and of a name that came again neither is fetched', async () => {
  const github = await startRun();
  await storeShard(github, [1, 2, 2]);
  const again = await storeShard(github, [0, 2, 1]);
  const { records, refusals } = await openSource(github).collect();
  const found = records.map(({ record: { shard } }) => [shard.index, shard.attempt]);
  expect(found).toEqual([
    [1, 2],
    [1, 1],
  ]);
  expect(refusals).toMatchObject([{ code: 'artifact-ambiguous', shard: { index: 0 } }]);
  expect(github.storage.requests).not.toContain(`/artifact-${again}`);
  expect(github.storage.requests).not.toContain('/artifact-11');
});

test('a run with hundreds of other artifacts is read to its last page', async () => {
  const github = await startFakeGithubApi();
  for (let index = 0; index < 205; index++) {
    github.artifacts.push({ id: 1000 + index, name: `coverage-${index}` });
  }
  await storeShard(github);
  expect((await openSource(github).collect()).records).toHaveLength(1);
  expect(github.requests.filter((line) => line.includes('/artifacts?'))).toHaveLength(3);
});

test('the size, the digest and the expiry are those that GitHub lists', async () => {
  const github = await startFakeGithubApi();
  const own = { size_in_bytes: 9, expired: false, created_at: '2026-11-21T08:00:00Z' };
  const createdAtMs = Date.parse(own.created_at);
  github.artifacts.push({ id: 7, name: 'old', ...own, digest: null });
  github.artifacts.push({ id: 8, name: 'new', ...own, digest: `sha256:${'a'.repeat(64)}` });
  github.artifacts.push({ id: 9, name: 'gone', ...own, digest: 'md5:1', expired: true });
  expect(await openSource(github).source.list()).toEqual([
    { name: 'old', id: '7', bytes: 9, createdAtMs },
    { name: 'new', id: '8', bytes: 9, sha256: 'a'.repeat(64), createdAtMs },
    { name: 'gone', id: '9', bytes: 9, isExpired: true, createdAtMs },
  ]);
});

test('an artifact whose time is over is told as that, and not asked for', async () => {
  const github = await startRun();
  await storeShard(github, [0, 2, 2], { expired: true });
  const { records, refusals } = await openSource(github).collect();
  expect(records).toHaveLength(2);
  expect(refusals).toMatchObject([{ code: 'artifact-expired', shard: { attempt: 2 } }]);
  expect(github.requests.join()).not.toContain('artifacts/13/zip');
});

type Spoil = (github: FakeGithubApi) => Answer | undefined;
const answers: [string, string, Spoil][] = [
  ['410 when it is fetched', 'artifact-expired', () => refuse(410, 'Artifact has expired')],
  ['404 since it was deleted', 'artifact-unreachable', () => refuse(404, 'Not Found')],
];

test.each(answers)('GitHub answers %s: %s', async (_title, code, spoil) => {
  const github = await startRun();
  github.intercept = (path) => (path.endsWith('/artifacts/11/zip') ? spoil(github) : undefined);
  const { records, refusals } = await openSource(github).collect();
  expect(refusals).toMatchObject([{ code, shard: { index: 0 } }]);
  expect(records).toHaveLength(1);
});

test('an address that has run out is asked for again', async () => {
  const github = await startRun();
  let refused = 0;
  github.storage.intercept = (path) =>
    path === '/artifact-11' && refused++ === 0 ? { status: 403, body: 'expired' } : undefined;
  const { records, refusals } = await openSource(github).collect();
  expect([records.length, refusals.length]).toEqual([2, 0]);
  expect(github.requests.filter((line) => line.endsWith('/artifacts/11/zip'))).toHaveLength(2);
});

test('the storage may lead to another place, still without the token', async () => {
  const github = await startRun();
  github.storage.contents.set('/moved', github.storage.contents.get('/artifact-11')!);
  github.storage.intercept = (path) =>
    path === '/artifact-11'
      ? { status: 307, headers: { location: '/moved?sig=signed' } }
      : undefined;
  expect((await openSource(github).collect()).records).toHaveLength(2);
});

const contents: [string, string, (zip: Buffer) => Buffer][] = [
  ['cut short', 'artifact-damaged', (zip) => zip.subarray(0, zip.length / 2)],
  ['no zip file', 'artifact-damaged', () => Buffer.from('{"schema":"perigee/run-record"}')],
  ['a zip file without entries', 'artifact-unexpected-content', () => makeZip([])],
];

test.each(contents)('uploaded as it is, %s: %s', async (_title, code, spoil) => {
  const github = await startFakeGithubApi();
  const artifact = await packShard(0, 2, 1);
  storeZip(github, artifact.name, spoil(zipOf(artifact)));
  await storeShard(github, [1, 2, 1]);
  const { records, refusals } = await openSource(github).collect();
  expect(refusals).toMatchObject([{ code, shard: { index: 0, total: 2, attempt: 1 } }]);
  expect(records).toHaveLength(1);
});

test('more than the largest artifact is not read to its end, whatever was announced', async () => {
  const github = await startFakeGithubApi();
  const huge = Buffer.alloc(artifactLimits.maxBytes + 1);
  const { name } = await packShard(0, 2, 1);
  storeZip(github, name, huge, { size_in_bytes: 5 });
  storeZip(github, name.replace('1-of', '2-of'), huge);
  const { refusals } = await openSource(github).collect();
  expect(refusals.map(({ code }) => code)).toEqual(['artifact-too-large', 'artifact-too-large']);
  expect(github.storage.requests).toEqual(['/artifact-11']);
});

test('an artifact that GitHub says is of another run is not taken for one of this', async () => {
  const github = await startFakeGithubApi();
  await storeShard(github, [0, 2, 1], { workflow_run: { id: 813 } });
  await expect(openSource(github).collect()).rejects.toMatchObject({ code: 'ci-strange-answer' });
});

test('what is known to be gone or too large is not fetched, whoever asks', async () => {
  const github = await startFakeGithubApi();
  const { source } = openSource(github);
  const stored = { name: 'x', id: '7', bytes: 1 };
  const read = (changes: object) => source.read({ ...stored, ...changes }, ['event.json']);
  await expect(read({ isExpired: true })).rejects.toMatchObject({ code: 'artifact-expired' });
  await expect(read({ bytes: 1e12 })).rejects.toMatchObject({ code: 'artifact-too-large' });
  expect(github.requests).toEqual([]);
});
