/** The real client of GitHub against a service of ours that refuses what GitHub would. */
import { readdirSync } from 'node:fs';
import { DefaultArtifactClient } from '@actions/artifact';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { collectRecords } from '../../../src/transport/artifacts/collect-records.ts';
import { openGithubStore } from '../../../src/transport/artifacts/github.ts';
import {
  type ArtifactService,
  startArtifactService,
} from '../../servers/artifact-service/start-artifact-service.ts';
import { digestOf } from '../../servers/artifact-service/stored-artifact.ts';
import { makeZip } from './make-zip.ts';
import { makeFolder, origin, packShard } from './make-run.ts';

let service: ArtifactService;
let temporaryFolder: string;

beforeEach(async () => {
  // The client tells of each step on standard output.
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  service = await startArtifactService();
  temporaryFolder = makeFolder();
  beJob('job-1');
});

afterEach(async () => {
  await service.stop();
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

function beJob(job: string): void {
  for (const [name, value] of Object.entries(service.describeJob(job))) vi.stubEnv(name, value);
}

const patient = { upload: 20_000, list: 20_000, read: 20_000, readAll: 60_000 };

const openStore = (deadlinesMs = patient) =>
  openGithubStore({ client: new DefaultArtifactClient(), temporaryFolder, deadlinesMs });

const collect = (store = openStore()) => collectRecords({ store, suite: 'sync', build: origin });

/** Uploads shard 1 of 2, and gives what the service holds of it. */
async function uploadShard() {
  await openStore().upload(await packShard(0, 2, 1));
  const stored = service.artifacts[0];
  if (stored === undefined) throw new Error('the service has nothing');
  return stored;
}

test('what each job uploads, the report job reads', async () => {
  const packed = [await packShard(0, 2, 1), await packShard(1, 2, 1)];
  for (const [index, artifact] of packed.entries()) {
    beJob(`job-${index}`);
    const stored = await openStore().upload(artifact);
    expect(stored).toMatchObject({ name: artifact.name, id: String(101 + index) });
    expect(`sha256:${stored.sha256}`).toBe(service.artifacts[index]?.digest);
  }
  beJob('report');
  const { records, refusals } = await collect();
  expect(records.map(({ record }) => record)).toEqual(packed.map(({ record }) => record));
  expect(refusals).toEqual([]);
  expect(service.refusals).toEqual([]);
  expect(readdirSync(temporaryFolder)).toEqual([]);
});

test('a re-run of one job stands beside the attempt before, and comes first', async () => {
  const store = openStore();
  for (const attempt of [1, 2]) await store.upload(await packShard(0, 1, attempt));
  const { records } = await collect();
  expect(records.map(({ record }) => record.shard.attempt)).toEqual([2, 1]);
});

test('two jobs with the same shard: the second is told, and the first is kept', async () => {
  const stored = await uploadShard();
  const first = stored.content;
  beJob('job-2');
  const second = openStore().upload(await packShard(0, 2, 1));
  await expect(second).rejects.toThrow(
    /"perigee-sync-shard-1-of-2-attempt-1" is there already[^]*its own `shard`/,
  );
  expect(service.artifacts.map(({ content }) => content)).toEqual([first]);
});

test('on GitHub Enterprise Server the error says how to go on without the service', async () => {
  vi.stubEnv('GITHUB_SERVER_URL', 'https://github.example.com');
  const artifact = await packShard(0, 2, 1);
  const upload = openStore().upload(artifact);
  await expect(upload).rejects.toThrow(
    /input artifacts-folder[^]*actions\/upload-artifact@v3[^]*perigee-sync/,
  );
  await expect(upload).rejects.toThrow(artifact.folder);
  expect(readdirSync(artifact.folder)).toContain('run-record.json.gz');
});

test('on GitHub Enterprise Server the job that reads is told what to give it', async () => {
  vi.stubEnv('GITHUB_SERVER_URL', 'https://github.example.com');
  await expect(collect()).rejects.toThrow(
    /no artifact service[^]*input artifacts-folder[^]*actions\/download-artifact@v3/,
  );
});

test('outside of a workflow the error says the same', async () => {
  vi.stubEnv('ACTIONS_RUNTIME_TOKEN', '');
  await expect(openStore().upload(await packShard(0, 2, 1))).rejects.toThrow(/no artifact service/);
});

test('a service that refuses is quoted, with where the results are', async () => {
  service.faults.status = 403;
  const artifact = await packShard(0, 2, 1);
  const upload = openStore().upload(artifact);
  await expect(upload).rejects.toThrow(/could not be uploaded: .*\(403\)/);
  await expect(upload).rejects.toThrow(artifact.folder);
});

const zipOf = (name: string, content: Buffer): Buffer => makeZip([{ name, content }]);

test.each<[string, string, (content: Buffer) => Buffer]>([
  ['an artifact cut short', 'artifact-damaged', (content) => content.subarray(0, 400)],
  ['no zip file', 'artifact-damaged', () => Buffer.from('not a zip file')],
  [
    'a path out of the folder',
    'artifact-unexpected-content',
    (content) => zipOf('../../x', content),
  ],
  ['a zip bomb', 'artifact-too-large', () => zipOf('event.json', Buffer.alloc(200_000_000))],
  [
    'a zip file of something else',
    'artifact-unexpected-content',
    () => zipOf('a.txt', Buffer.from('a')),
  ],
])('%s, with a digest that fits: %s', async (_title, code, spoil) => {
  const stored = await uploadShard();
  stored.content = spoil(stored.content);
  stored.digest = digestOf(stored.content);
  const { records, refusals } = await collect();
  expect(records).toEqual([]);
  expect(refusals).toMatchObject([{ code, artifact: stored.name }]);
});

test('an artifact that is not what GitHub has the digest of is refused', async () => {
  const stored = await uploadShard();
  stored.content = Buffer.from(stored.content);
  stored.content.writeUInt8(stored.content.readUInt8(200) ^ 1, 200);
  const { refusals } = await collect();
  expect(refusals).toMatchObject([{ code: 'artifact-digest-mismatch' }]);
});

test('an artifact without a digest is judged by what is in it', async () => {
  const stored = await uploadShard();
  stored.digest = '';
  expect((await collect()).records).toHaveLength(1);
});

test('a download that is cut is given up at its deadline and named', async () => {
  const stored = await uploadShard();
  service.faults.cutDownloadsAfterBytes = 100;
  const { refusals } = await collect(openStore({ ...patient, read: 1_000 }));
  expect(refusals).toMatchObject([{ code: 'artifact-unreachable', artifact: stored.name }]);
  expect(refusals[0]?.message).toMatch(/no answer within 1 s/);
});
