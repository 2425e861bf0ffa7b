import { execFileSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { listSchemaErrors } from '../../../src/contract/validate.ts';
import { artifactLimits } from '../../../src/transport/artifacts/artifact-limits.ts';
import { packArtifact } from '../../../src/transport/artifacts/pack-artifact.ts';
import { readLog } from '../../../src/transport/artifacts/pack-logs.ts';
import { makeFolder, makeRecord, makeRun, now, origin } from './make-run.ts';

const pack = (runFolder: string, limits = artifactLimits) =>
  packArtifact({ runFolder, into: makeFolder(), build: origin, store: 'github', now }, limits);

function unpackLogs(folder: string): string {
  const target = makeFolder();
  execFileSync('tar', ['-xzf', join(folder, 'logs.tar.gz'), '-C', target]);
  return target;
}

test('a run becomes four files, and the event in them gives the digest of the record', async () => {
  const record = makeRecord();
  const artifact = await pack(makeRun(record));
  expect(readdirSync(artifact.folder).sort()).toEqual([
    'event.json',
    'logs.tar.gz',
    'manifest.json',
    'run-record.json.gz',
  ]);
  const packed = readFileSync(join(artifact.folder, 'run-record.json.gz'));
  expect(JSON.parse(gunzipSync(packed).toString())).toEqual(record);
  const event: unknown = JSON.parse(readFileSync(join(artifact.folder, 'event.json'), 'utf8'));
  expect(event).toEqual(artifact.event);
  expect(listSchemaErrors('build-event', event)).toEqual([]);
  expect(artifact.event.shard).toEqual({
    ...record.shard,
    planDigest: record.plan.digest,
    artifact: {
      store: 'github',
      location: artifact.name,
      sha256: createHash('sha256').update(packed).digest('hex'),
      bytes: packed.length,
    },
  });
});

test('the manifest gives size and digest of every other file', async () => {
  const { folder, files, bytes } = await pack(makeRun(makeRecord()));
  const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as object;
  expect(manifest).toMatchObject({ files: files.filter(({ name }) => name !== 'manifest.json') });
  for (const file of files) {
    const content = readFileSync(join(folder, file.name));
    expect(file.bytes).toBe(content.length);
    expect(file.sha256).toBe(createHash('sha256').update(content).digest('hex'));
  }
  expect(bytes).toBe(files.reduce((sum, file) => sum + file.bytes, 0));
});

test('the same run packed twice gives the same record, digest and event id', async () => {
  const runFolder = makeRun(makeRecord());
  const [first, second] = [await pack(runFolder), await pack(runFolder)];
  expect(second.event).toEqual(first.event);
  expect(second.files).toEqual(first.files);
});

test('another attempt has another name and another event id', async () => {
  const shard = { index: 0, total: 2, attempt: 1 };
  const first = await pack(makeRun(makeRecord({ shard })));
  const second = await pack(makeRun(makeRecord({ shard: { ...shard, attempt: 2 } })));
  expect(second.name).not.toBe(first.name);
  expect(second.event.id).not.toBe(first.event.id);
});

test('logs come out of the archive as they went in', async () => {
  const logs = {
    'logs/setup-before.log': '',
    'logs/01-upload/before-000.log': 'x'.repeat(511),
    'logs/01-upload/after-000.log': randomBytes(1536),
  };
  const { folder, logs: tally } = await pack(makeRun(makeRecord(), logs));
  const unpacked = unpackLogs(folder);
  for (const [name, content] of Object.entries(logs)) {
    expect(readFileSync(join(unpacked, name)).equals(Buffer.from(content))).toBe(true);
  }
  expect(tally).toMatchObject({ found: 3, packed: 3, cut: [], leftOut: 0, bytes: 2047 });
});

test('above the limit the long log keeps its head and tail, and says so', async () => {
  const long = `${'a'.repeat(5000)}${'b'.repeat(90_000)}${'c'.repeat(5000)}`;
  const logs = { 'logs/01-a/before-000.log': 'short', 'logs/01-a/after-000.log': long };
  const limits = { ...artifactLimits, maxLogBytes: 4005 };
  const { folder, logs: tally } = await pack(makeRun(makeRecord(), logs), limits);
  expect(tally.cut).toEqual([{ log: 'logs/01-a/after-000.log', bytes: 100_000, keptBytes: 4000 }]);
  const unpacked = unpackLogs(folder);
  expect(readFileSync(join(unpacked, 'logs/01-a/before-000.log'), 'utf8')).toBe('short');
  expect(readFileSync(join(unpacked, 'logs/01-a/after-000.log'), 'utf8')).toBe(
    `${'a'.repeat(984)}\n[perigee: 96064 bytes were cut here]\n${'c'.repeat(2952)}`,
  );
});

test('more logs than the limit are counted, and what a link leads to is not published', async () => {
  const runFolder = makeRun(makeRecord(), { 'logs/a.log': 'a', 'logs/b.log': 'b' });
  symlinkSync('/etc/hostname', join(runFolder, 'logs', 'c.log'));
  const { logs } = await pack(runFolder, { ...artifactLimits, maxLogs: 1 });
  expect(logs).toMatchObject({ found: 2, packed: 1, leftOut: 1 });
});

test('a run without logs has an empty archive', async () => {
  const { folder } = await pack(makeRun(makeRecord(), {}));
  expect(readdirSync(unpackLogs(folder))).toEqual([]);
});

test('a run that did not come to its end is told as that', async () => {
  const folder = makeFolder();
  mkdirSync(join(folder, 'logs'));
  await expect(pack(folder)).rejects.toThrow(/the run did not finish/);
});

test('a record that no reader would take is not uploaded', async () => {
  const limits = { ...artifactLimits, maxRecordBytes: 100 };
  await expect(pack(makeRun(makeRecord()), limits)).rejects.toThrow(/use more shards/);
});

test('a named pipe in the place of a log holds nobody', async () => {
  const pipe = join(makeFolder(), 'pipe');
  execFileSync('mkfifo', [pipe]);
  expect((await readLog(pipe, 1000)).length).toBe(0);
});
