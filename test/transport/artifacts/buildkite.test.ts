import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openBuildkiteSource } from '../../../src/transport/artifacts/buildkite.ts';
import { collectRecords } from '../../../src/transport/artifacts/collect-records.ts';
import { packArtifact } from '../../../src/transport/artifacts/pack-artifact.ts';
import { openBuildkite } from '../../../src/transport/ci/buildkite.ts';
import {
  type FakeBuildkite,
  startFakeBuildkite,
  storeFile,
} from '../../servers/ci/fake-buildkite.ts';
import { makeClock } from '../ci/make-clock.ts';
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

function collect(buildkite: FakeBuildkite) {
  const { url: apiUrl, token } = buildkite;
  const { client } = openBuildkite({ apiUrl, token, clock: makeClock() });
  const store = openBuildkiteSource({ client, runId: build.runId, signal: never });
  return collectRecords({ store, suite: 'sync', build });
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
];

test.each(faults)('an artifact of which a file %s: %s', async (_title, code, change) => {
  const buildkite = await startFakeBuildkite();
  await storeShard(buildkite, 0);
  await storeShard(buildkite, 1, 1, (file) => (file === 'event.json' ? change(file) : {}));
  const { records, refusals } = await collect(buildkite);
  expect(refusals).toMatchObject([{ code, shard: { index: 1 } }]);
  expect(records).toHaveLength(1);
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
  const { url: apiUrl, token } = buildkite;
  const { client } = openBuildkite({ apiUrl, token, clock: makeClock() });
  const source = openBuildkiteSource({ client, runId: build.runId, signal: never });
  const stored = { name: 'x', id: 'x', bytes: 1 };
  const read = (changes: object) => source.read({ ...stored, ...changes }, ['event.json']);
  await expect(read({ isExpired: true })).rejects.toMatchObject({ code: 'artifact-expired' });
  await expect(read({ bytes: 1e12 })).rejects.toMatchObject({ code: 'artifact-too-large' });
  expect(buildkite.requests).toEqual([]);
});

test('addresses that the API lists are not where the token goes', async () => {
  const buildkite = await startFakeBuildkite();
  const download = { download_url: `${buildkite.storage.url}/steal`, url: 'http://127.0.0.1:1' };
  await storeShard(buildkite, 0, 1, () => download);
  expect((await collect(buildkite)).records).toHaveLength(1);
  expect(buildkite.storage.requests).not.toContain('/steal');
});

test('more requests in a minute than Buildkite allows are told as a wait', async () => {
  const buildkite = await startFakeBuildkite();
  const headers = { 'ratelimit-remaining': '0', 'ratelimit-reset': '42' };
  buildkite.intercept = () => ({ status: 429, headers, body: { message: 'slow down' } });
  await expect(collect(buildkite)).rejects.toMatchObject({ retryAfterMs: 42_000 });
});
