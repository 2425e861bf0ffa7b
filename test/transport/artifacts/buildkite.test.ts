import { createBudget } from '../../../src/async/budget.ts';
import { artifactLimits } from '../../../src/transport/artifacts/artifact-limits.ts';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openBuildkiteSource } from '../../../src/transport/artifacts/buildkite.ts';
import { collectRecords } from '../../../src/transport/artifacts/collect-records.ts';
import { packArtifact } from '../../../src/transport/artifacts/pack-artifact.ts';
import { openBuildkite } from '../../../src/transport/buildkite/open-buildkite.ts';
import {
  type FakeBuildkite,
  hostsOf,
  startFakeBuildkite,
  storeFile,
} from '../../servers/ci/fake-buildkite.ts';
import { makeId } from '../../servers/ci/show-buildkite.ts';
import { makeClock } from '../rest/make-clock.ts';
import { makeFolder, makeRecord, makeRun, now } from './make-run.ts';

const build = { repository: 'acme/sync', runId: 'acme/sync/42' };
const never = new AbortController().signal;
type Changes = (file: string) => Record<string, unknown>;

/** As the agent uploads it from wherever it was packed. */
async function storeShard(
  buildkite: FakeBuildkite,
  index: number,
  attempt = 1,
  changes: Changes = () => ({}),
): Promise<void> {
  const runFolder = makeRun(makeRecord({ suite: 'sync', shard: { index, total: 2, attempt } }));
  const into = makeFolder();
  const packed = await packArtifact({ runFolder, into, build, store: 'buildkite', now });
  for (const { name } of packed.files) {
    const content = readFileSync(join(packed.folder, name));
    storeFile(buildkite, `.perigee/artifacts/${packed.name}/${name}`, content, changes(name));
  }
}

function open(buildkite: FakeBuildkite, hosts = hostsOf(buildkite)) {
  const { url: apiUrl, token } = buildkite;
  const { client } = openBuildkite({ apiUrl, token, clock: makeClock() });
  return openBuildkiteSource({
    budget: createBudget(artifactLimits.maxBytes),
    client,
    hosts,
    runId: build.runId,
    signal: never,
  });
}

function collect(
  buildkite: FakeBuildkite,
  { repository = build.repository, hosts = hostsOf(buildkite) } = {},
) {
  const store = open(buildkite, hosts);
  return collectRecords({ store, suite: 'sync', build: { ...build, repository } });
}

test('the files of a build become artifacts again; what is not needed is not fetched', async () => {
  const buildkite = await startFakeBuildkite();
  storeFile(buildkite, 'coverage.xml', Buffer.from('<x/>'));
  await storeShard(buildkite, 0);
  await storeShard(buildkite, 1);
  await storeShard(buildkite, 1, 2);
  const { records, refusals } = await collect(buildkite);
  expect(refusals).toEqual([]);
  const found = records.map(({ record: { shard } }) => [shard.index, shard.attempt]);
  expect(found).toEqual([
    [0, 1],
    [1, 2],
    [1, 1],
  ]);
  // The event and the record of each, from a storage that has never seen the token.
  expect(buildkite.storage.requests).toHaveLength(6);
});

test('an artifact of which a file is still on its way is not there yet', async () => {
  const buildkite = await startFakeBuildkite();
  await storeShard(buildkite, 0);
  const isComing: Changes = (file) => (file === 'event.json' ? { state: 'new' } : {});
  await storeShard(buildkite, 1, 1, isComing);
  const { records, refusals } = await collect(buildkite);
  expect([records.length, refusals.length]).toEqual([1, 0]);
});

const faults: [string, string, Changes][] = [
  ['was kept for its time', 'artifact-expired', () => ({ state: 'expired' })],
  ['was deleted', 'artifact-expired', () => ({ state: 'deleted' })],
  ['is not what its agent hashed', 'artifact-digest-mismatch', () => ({ sha1sum: 'a'.repeat(40) })],
  ['could not be uploaded', 'artifact-unexpected-content', () => ({ state: 'error' })],
  ['is larger than any of ours', 'artifact-too-large', () => ({ file_size: 2 ** 40 })],
  ['is larger than its agent said', 'artifact-too-large', () => ({ file_size: 10 })],
];

test.each(faults)('an artifact of which a file %s: %s', async (_title, code, change) => {
  const buildkite = await startFakeBuildkite();
  await storeShard(buildkite, 0);
  await storeShard(buildkite, 1, 1, (file) => (file === 'event.json' ? change(file) : {}));
  const { records, refusals } = await collect(buildkite);
  expect(refusals).toMatchObject([{ code, shard: { index: 1 } }]);
  expect(records).toHaveLength(1);
});

test('files that other steps name in a strange way keep nothing of ours from being read', async () => {
  const buildkite = await startFakeBuildkite();
  await storeShard(buildkite, 0);
  for (const path of [`a\n/b`, `${'x'.repeat(1000)}/y`, null]) {
    storeFile(buildkite, 'shots/1.png', Buffer.from('x'), { path });
  }
  storeFile(buildkite, 'shots/2.png', Buffer.from('x'), { file_size: null });
  expect(await collect(buildkite)).toMatchObject({ records: [{}], refusals: [] });
});

test('a list that grows while its pages are read shows files twice, and they are one', async () => {
  const buildkite = await startFakeBuildkite();
  for (let count = 0; count < 98; count++) storeFile(buildkite, `shots/${count}`, Buffer.from('x'));
  await storeShard(buildkite, 0);
  buildkite.intercept = (_, { url }) => {
    if (url.searchParams.get('page') === '2') {
      buildkite.artifacts.unshift({ ...buildkite.artifacts[0], id: makeId(1) });
    }
    return undefined;
  };
  expect(await collect(buildkite)).toMatchObject({ records: [{}], refusals: [] });
});

test('more files than two thousand are not listed: others need requests too', async () => {
  const buildkite = await startFakeBuildkite();
  const file = { job_id: makeId(1), state: 'finished', path: 'a/b', file_size: 1, sha1sum: null };
  for (let count = 0; count < 3000; count++)
    buildkite.artifacts.push({ ...file, id: makeId(count) });
  await expect(open(buildkite).list()).rejects.toThrow('Buildkite has more than 2000 entries');
  expect(buildkite.requests).toHaveLength(20);
});

test('a repository has one name, in whatever letters a pipeline writes it', async () => {
  const buildkite = await startFakeBuildkite();
  await storeShard(buildkite, 0);
  expect((await collect(buildkite, { repository: 'Acme/Sync' })).records).toHaveLength(1);
  expect((await collect(buildkite, { repository: 'acme/sync-2' })).refusals).toMatchObject([
    { code: 'artifact-of-another-build' },
  ]);
});

test('a file that is there twice is refused: two readers could see two files', async () => {
  const buildkite = await startFakeBuildkite();
  await storeShard(buildkite, 0);
  storeFile(buildkite, 'perigee-sync-shard-1-of-2-attempt-1/event.json', Buffer.from('{}'));
  expect((await collect(buildkite)).refusals).toMatchObject([
    { code: 'artifact-unexpected-content', message: expect.stringContaining('there twice') },
  ]);
});

test.each(['..', 'A B', 'x'.repeat(200)])('a file named %j is refused', async (name) => {
  const buildkite = await startFakeBuildkite();
  await storeShard(buildkite, 0);
  storeFile(buildkite, `perigee-sync-shard-1-of-2-attempt-1/${name}`, Buffer.from('x'));
  const all = buildkite.artifacts.map((each) =>
    String(each['path']).split('/').slice(-2).join('/'),
  );
  for (const [index, path] of all.entries()) buildkite.artifacts[index]!['path'] = path;
  expect((await collect(buildkite)).refusals).toMatchObject([
    { code: 'artifact-unexpected-content', message: expect.stringContaining('has an entry') },
  ]);
});

test('what is known to be gone or too large is not fetched, whoever asks', async () => {
  const buildkite = await startFakeBuildkite();
  const source = open(buildkite);
  const stored = { name: 'x', id: 'x', bytes: 1 };
  const read = (changes: object) => source.read({ ...stored, ...changes }, ['event.json']);
  await expect(read({ isExpired: true })).rejects.toMatchObject({ code: 'artifact-expired' });
  await expect(read({ bytes: 1e12 })).rejects.toMatchObject({ code: 'artifact-too-large' });
  expect(buildkite.requests).toEqual([]);
});

test('a file that nobody would read for its size is not fetched', async () => {
  const buildkite = await startFakeBuildkite();
  await storeShard(buildkite, 0, 1, (file) => (file === 'event.json' ? { file_size: 70_000 } : {}));
  expect((await collect(buildkite)).refusals).toMatchObject([{ code: 'artifact-too-large' }]);
  expect(buildkite.storage.requests).toEqual([]);
});

test('addresses that the API lists are not where the token goes', async () => {
  const buildkite = await startFakeBuildkite();
  const download = { download_url: `${buildkite.storage.url}/steal`, url: 'http://127.0.0.1:1' };
  await storeShard(buildkite, 0, 1, () => download);
  expect((await collect(buildkite)).records).toHaveLength(1);
  expect(buildkite.storage.requests).not.toContain('/steal');
});

test('an artifact that lies where nothing is fetched from is refused, and the others are read', async () => {
  const buildkite = await startFakeBuildkite();
  await storeShard(buildkite, 0);
  await storeShard(buildkite, 1);
  const { id } = buildkite.artifacts[0]!;
  buildkite.intercept = (asked) =>
    asked.endsWith(`/${String(id)}/download`)
      ? { status: 302, headers: { location: 'ftp://127.0.0.1/steal' } }
      : undefined;
  const { records, refusals } = await collect(buildkite);
  expect(refusals).toMatchObject([
    { code: 'artifact-unreachable', message: expect.stringContaining('did not say where') },
  ]);
  expect(records).toHaveLength(1);
});

const place =
  'and is only fetched from buildkiteartifacts.com or a host in artifacts.buildkite.hosts';

test('where a job chose another storage nothing is asked, and the shard says which and why', async () => {
  const buildkite = await startFakeBuildkite();
  await storeShard(buildkite, 0);
  const [host] = hostsOf(buildkite);
  expect(await collect(buildkite, { hosts: [] })).toMatchObject({
    records: [],
    refusals: [
      {
        code: 'artifact-unreachable',
        message: `perigee-sync-shard-1-of-2-attempt-1: it lies at ${host}, ${place} of the service`,
      },
    ],
  });
  expect(buildkite.storage.requests).toEqual([]);
  // Another answer would not come: it is asked for once.
  expect(buildkite.requests.filter((each) => each.endsWith('/download'))).toHaveLength(1);
});

test('a storage that leads on to another host is not followed', async () => {
  const buildkite = await startFakeBuildkite();
  const elsewhere = await startFakeBuildkite();
  await storeShard(buildkite, 0);
  buildkite.storage.intercept = (path) => ({
    status: 307,
    headers: { location: `${elsewhere.storage.url}${path}?sig=signed` },
  });
  const { refusals } = await collect(buildkite);
  expect(refusals).toMatchObject([
    { code: 'artifact-unreachable', message: expect.stringContaining(place) },
  ]);
  expect(elsewhere.storage.requests).toEqual([]);
});

test('more requests in a minute than Buildkite allows are told as a wait', async () => {
  const buildkite = await startFakeBuildkite();
  const headers = { 'ratelimit-remaining': '0', 'ratelimit-reset': '42' };
  buildkite.intercept = () => ({ status: 429, headers, body: { message: 'slow down' } });
  await expect(collect(buildkite)).rejects.toMatchObject({ retryAfterMs: 42_000 });
});
