import { execFileSync } from 'node:child_process';
import {
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import type { BuildEvent } from '../../../src/contract/documents.ts';
import { artifactLimits } from '../../../src/transport/artifacts/artifact-limits.ts';
import type { ArtifactStore } from '../../../src/transport/artifacts/artifact-store.ts';
import { collectRecords } from '../../../src/transport/artifacts/collect-records.ts';
import { describeShard } from '../../../src/transport/artifacts/describe-shard.ts';
import { openDirectoryStore } from '../../../src/transport/artifacts/directory.ts';
import { measureRecord } from '../../../src/transport/artifacts/measure-record.ts';
import { makeFolder, makeRecord, now, origin, packShard } from './make-run.ts';

/** A store with shard 1 of 2, as it was uploaded, and its folder. */
async function storeShard(): Promise<{ store: ArtifactStore; folder: string; root: string }> {
  const root = makeFolder();
  const store = openDirectoryStore(root);
  const { name } = await store.upload(await packShard(0, 2, 1));
  return { store, root, folder: join(root, name) };
}

const collect = (store: ArtifactStore, limits = artifactLimits) =>
  collectRecords({ store, suite: 'sync', build: origin }, limits);

/** Puts another record into an artifact, with an event that fits it. */
function replaceRecord(folder: string, packed: Buffer): void {
  const file = join(folder, 'event.json');
  const event = JSON.parse(readFileSync(file, 'utf8')) as { shard: { artifact: object } };
  const { event: fitting } = describeFor(packed);
  Object.assign(event.shard.artifact, fitting.shard?.artifact);
  writeFileSync(join(folder, 'run-record.json.gz'), packed);
  writeFileSync(file, JSON.stringify(event));
}

function describeFor(packed: Buffer) {
  const sha256 = execFileSync('sha256sum', { input: packed }).toString().slice(0, 64);
  const reference = { store: 'directory', sha256, bytes: packed.length } as const;
  return { event: describeShard(makeRecord(), origin, reference, now) };
}

test('all shards come back in their order, the newest attempt of each first', async () => {
  const store = openDirectoryStore(makeFolder());
  const shards: [number, number, number][] = [
    [1, 2, 1],
    [0, 2, 1],
    [1, 2, 10],
    [1, 2, 2],
  ];
  for (const shard of shards) await store.upload(await packShard(...shard));
  await store.upload(await packShard(0, 1, 1, 'other'));
  const { records, refusals } = await collect(store);
  expect(records.map(({ record }) => [record.shard.index, record.shard.attempt])).toEqual([
    [0, 1],
    [1, 10],
    [1, 2],
    [1, 1],
  ]);
  expect(refusals).toEqual([]);
});

test('an artifact is never replaced by another of its name', async () => {
  const { store } = await storeShard();
  await expect(store.upload(await packShard(0, 2, 1))).rejects.toThrow(/is there already/);
});

test('of two artifacts of one name neither is believed, and one that is listed twice is one', async () => {
  const { store } = await storeShard();
  await store.upload(await packShard(1, 2, 1));
  const [first, second] = await store.list();
  const doubled = {
    ...store,
    list: async () => [first!, second!, { ...first!, id: 'other' }, second!],
  };
  const { records, refusals } = await collect(doubled);
  expect(records.map(({ artifact }) => artifact)).toEqual([second!.name]);
  expect(refusals).toMatchObject([{ code: 'artifact-ambiguous', artifact: first!.name }]);
});

const [event, packedRecord] = ['event.json', 'run-record.json.gz'];
type Spoil = (folder: string) => void;
const remove =
  (name: string): Spoil =>
  (f) =>
    rmSync(join(f, name), { recursive: true });
const put =
  (name: string, text: string): Spoil =>
  (f) =>
    writeFileSync(join(f, name), text);
const putRecord =
  (content: Buffer | object): Spoil =>
  (f) =>
    replaceRecord(f, Buffer.isBuffer(content) ? content : gzipSync(JSON.stringify(content)));
const inPlaceOf =
  (name: string, make: (place: string) => void): Spoil =>
  (f) => {
    renameSync(join(f, name), join(f, 'r'));
    make(join(f, name));
    if (name === event) rmSync(join(f, 'r'));
  };
const otherAttempt = makeRecord({ shard: { index: 0, total: 2, attempt: 2 } });
const many = Array.from({ length: 20 }, (_, i) => `f${i}`);

const spoils: Readonly<Record<string, readonly [what: string, spoil: Spoil][]>> = {
  'artifact-digest-mismatch': [
    ['a record cut short', (f) => truncateSync(join(f, packedRecord), 100)],
    ['a changed record', (f) => writeFileSync(join(f, packedRecord), gzipSync('{}'))],
  ],
  'artifact-damaged': [['a record that is no gzip', putRecord(Buffer.from('{}'))]],
  'artifact-too-large': [
    ['an event of endless length', put(event, ' '.repeat(70_000))],
    ['a gzip bomb', putRecord(gzipSync(Buffer.alloc(60_000_000, ' ')))],
    ['too many files', (f) => many.forEach((name) => put(name, '')(f))],
  ],
  'artifact-of-another-build': [
    ['the record of another suite', putRecord(makeRecord({ suite: 'x' }))],
    ['a record of another attempt', putRecord(otherAttempt)],
  ],
  'artifact-unexpected-content': [
    ['no record', remove(packedRecord)],
    ['no event', remove(event)],
    ['an event that is no JSON', put(event, 'x')],
    ['a record that is no JSON', putRecord(gzipSync('{'))],
    ['a record that fits no schema', putRecord({ schema: 'perigee/run-record', version: 1 })],
    ['a link for a record', inPlaceOf(packedRecord, (place) => symlinkSync('r', place))],
    ['a pipe for an event', inPlaceOf(event, (place) => void execFileSync('mkfifo', [place]))],
    ['a folder for an event', inPlaceOf(event, (place) => mkdirSync(place))],
    ['a file with a strange name', put('A B', '')],
  ],
};
const rows = Object.entries(spoils).flatMap(([code, ofCode]) =>
  ofCode.map(([what, spoil]) => ({ what, code, spoil })),
);

test.each(rows)('$what: $code', async ({ code, spoil }) => {
  const { store, folder } = await storeShard();
  const sound = await store.upload(await packShard(1, 2, 1));
  spoil(folder);
  const { records, refusals } = await collect(store);
  expect(refusals).toMatchObject([{ code, shard: { index: 0, total: 2, attempt: 1 } }]);
  expect(refusals[0]?.message).toMatch(/^perigee-sync-shard-1-of-2-attempt-1: .{10,600}$/);
  expect(records.map(({ artifact }) => artifact)).toEqual([sound.name]);
});

test('an artifact under the name of another shard is not taken for it', async () => {
  const { store, folder } = await storeShard();
  renameSync(folder, folder.replace('shard-1-of-2', 'shard-2-of-2'));
  const { refusals } = await collect(store);
  expect(refusals).toMatchObject([{ code: 'artifact-of-another-build', shard: { index: 1 } }]);
});

test('an artifact of another workflow run is not taken for one of this', async () => {
  const { store } = await storeShard();
  const build = { ...origin, runId: '813' };
  const { records, refusals } = await collectRecords({ store, suite: 'sync', build });
  expect(records).toEqual([]);
  expect(refusals[0]?.message).toMatch(/it is of run "812" of acme\/sync/);
});

test('an artifact that is too large is not fetched', async () => {
  const { store } = await storeShard();
  const { refusals } = await collect(store, { ...artifactLimits, maxBytes: 1000 });
  expect(refusals).toMatchObject([{ code: 'artifact-too-large' }]);
});

test('a folder of artifacts that is not there is an error, not an empty result', async () => {
  await expect(collect(openDirectoryStore(join(makeFolder(), 'no')))).rejects.toThrow(
    /cannot be read/,
  );
});

test('what has more series than one build may have, or takes more memory, is refused, and attempts of a shard count once', async () => {
  const { heapBytes, series } = measureRecord(makeRecord());
  const collectWithin = async (
    maxSeries: number,
    shards: [number, number, number][],
    maxHeapBytes = Infinity,
  ) => {
    const store = openDirectoryStore(makeFolder());
    for (const shard of shards) await store.upload(await packShard(...shard));
    const buildLimits = { maxHeapBytes, maxSeries };
    return collectRecords({ store, suite: 'sync', build: origin, buildLimits });
  };
  const twoShards: [number, number, number][] = [
    [0, 2, 1],
    [1, 2, 1],
  ];
  const tooMany = await collectWithin(2 * series - 1, twoShards);
  expect(tooMany.records).toHaveLength(1);
  expect(tooMany.refusals).toMatchObject([
    { code: 'artifact-too-large', message: expect.stringContaining('have more than') as string },
  ]);
  expect(
    (
      await collectWithin(series, [
        [0, 2, 1],
        [0, 2, 2],
      ])
    ).records,
  ).toHaveLength(2);
  expect((await collectWithin(series - 1, [[0, 2, 1]])).records).toEqual([]);
  const tooLarge = await collectWithin(Infinity, twoShards, 2 * heapBytes - 1);
  expect(tooLarge.records).toHaveLength(1);
  expect(tooLarge.refusals[0]?.message).toContain('the records of this build take more than');
});

test.each([
  ['a repository that was renamed', { repository: 'acme/renamed', repositoryId: 5 }, []],
  ['another repository of the name', { repositoryId: 6 }, [/acme\/sync/]],
  ['a build whose event has no id, of another name', { repository: 'acme/other' }, [/acme\/sync/]],
])('an artifact belongs to its repository by id: %s', async (_, asked, refused) => {
  const { folder, store } = await storeShard();
  if ('repositoryId' in asked) {
    const file = join(folder, 'event.json');
    const event = JSON.parse(readFileSync(file, 'utf8')) as BuildEvent;
    event.build.repositoryId = 5;
    writeFileSync(file, JSON.stringify(event));
  }
  const build = { ...origin, ...asked };
  const { refusals } = await collectRecords({ store, suite: 'sync', build });
  expect(refusals.map(({ message }) => message)).toEqual(
    refused.map((name) => expect.stringMatching(name) as unknown),
  );
});
