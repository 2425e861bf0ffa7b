import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import type { Metric, RunRecord } from '../../../src/contract/documents.ts';
import { builtInMetrics } from '../../../src/contract/metrics.ts';
import { artifactLimits } from '../../../src/transport/artifacts/artifact-limits.ts';
import { describeShard } from '../../../src/transport/artifacts/describe-shard.ts';
import { nameArtifact } from '../../../src/transport/artifacts/name-artifact.ts';
import { readZip } from '../../../src/transport/artifacts/read-zip.ts';
import { unpackArtifact } from '../../../src/transport/artifacts/unpack-artifact.ts';
import { makeProfile, makeRecord } from '../../aggregate/make-record.ts';
import { makeZip, type ZipFile } from './make-zip.ts';

const content = Buffer.from('the content '.repeat(100));
const file = (changes: Partial<ZipFile> = {}): ZipFile => ({
  name: 'event.json',
  content,
  ...changes,
});
const names = ['event.json', 'b.json'];
const read = (zip: Buffer, limits = {}, wanted = names) =>
  readZip(zip, wanted, { ...artifactLimits, ...limits });

test('a zip file gives its files by name', async () => {
  const contents = await read(
    makeZip([file(), file({ name: 'b.json', content: Buffer.alloc(0) })]),
  );
  expect([...contents.keys()]).toEqual(['event.json', 'b.json']);
  expect(contents.get('event.json')).toEqual(content);
});

test('a file that nobody asked for is not unpacked, however large', async () => {
  const bomb = file({ name: 'logs.tar.gz', content: Buffer.alloc(50_000_000), bytes: 9, crc: 0 });
  const contents = await read(makeZip([bomb, file()]));
  expect([...contents.keys()]).toEqual(['event.json']);
});

test('a file that its reader would not take for its size is not unpacked either', async () => {
  const large = Buffer.alloc(65_537);
  // Its checksum is wrong: whoever unpacked it would say that.
  const event = read(makeZip([file({ content: large, crc: 0 })]));
  await expect(event).rejects.toMatchObject({
    code: 'artifact-too-large',
    message: 'its event.json has 65537 bytes; at most 65536 are read',
  });
  const record = file({ name: 'run-record.json.gz', content: large, crc: 0 });
  const limits = { maxRecordBytes: 65_536 };
  await expect(read(makeZip([record]), limits, [record.name])).rejects.toMatchObject({
    ...{ code: 'artifact-too-large', message: expect.stringContaining('at most 65536 are read') },
  });
});

test.each([
  ['a path out of the folder', '../../etc/cron.d/x'],
  ['an absolute path', '/etc/passwd'],
  ['a path with backslashes', '..\\x'],
  ['a folder', 'logs/'],
  ['a hidden file', '.bashrc'],
  ['an empty name', ''],
  ['a name with a line end', 'a\nb'],
])('%s is refused by its name', async (_title, name) => {
  await expect(read(makeZip([file({ name })]))).rejects.toMatchObject({
    code: 'artifact-unexpected-content',
  });
});

test.each<[string, Partial<ZipFile>]>([
  ['a symbolic link', { unixMode: 0o120777 }],
  ['an encrypted entry', { flags: 1 }],
  ['an unknown compression', { method: 12 }],
])('%s is refused', async (_title, changes) => {
  await expect(read(makeZip([file(changes)]))).rejects.toMatchObject({
    code: 'artifact-unexpected-content',
  });
});

test('a name that is there twice is refused: two readers could see two files', async () => {
  await expect(read(makeZip([file(), file()]))).rejects.toThrow(/is there twice/);
});

test('more entries than the limit are not even looked at', async () => {
  const zip = makeZip([file({ name: 'a' }), file({ name: 'b' }), file({ name: 'c' })]);
  await expect(read(zip, { maxFiles: 2 })).rejects.toMatchObject({ code: 'artifact-too-large' });
});

test('an entry that says how large it is is believed when it is too large', async () => {
  const zip = makeZip([file({ content: Buffer.alloc(5_000_000) })]);
  await expect(read(zip, { maxBytes: 4_000_000 })).rejects.toMatchObject({
    code: 'artifact-too-large',
  });
});

test('an entry that unpacks to more than it says is not unpacked to its end', async () => {
  const zip = makeZip([file({ content: Buffer.alloc(50_000_000), bytes: 1000 })]);
  await expect(read(zip)).rejects.toThrow(/cannot be unpacked to the 1000 bytes/);
});

test('an entry that unpacks to less, or to something else, than it says is refused', async () => {
  await expect(read(makeZip([file({ bytes: content.length + 9 })]))).rejects.toThrow(/not what/);
  await expect(read(makeZip([file({ crc: 1 })]))).rejects.toThrow(/CRC-32/);
});

test('what is not a zip file is told as that', async () => {
  for (const other of ['', 'PK', '<html>not found</html>', 'x'.repeat(100_000)]) {
    await expect(read(Buffer.from(other))).rejects.toThrow(/not a whole zip file/);
  }
});

test('a zip file cut anywhere, or with any byte changed, never gives other content', async () => {
  const whole = makeZip([file(), file({ name: 'b.json', content: Buffer.from('b') })]);
  for (let length = 0; length < whole.length; length++) {
    await expect(read(whole.subarray(0, length))).rejects.toMatchObject({
      name: 'ArtifactRefused',
    });
  }
  for (let at = 0; at < whole.length; at++) {
    const changed = Buffer.from(whole);
    changed.writeUInt8(whole.readUInt8(at) ^ 0x55, at);
    const outcome = await read(changed).catch((error: unknown) => error);
    if (outcome instanceof Error) expect(outcome).toMatchObject({ name: 'ArtifactRefused' });
    else
      for (const each of (outcome as Map<string, Buffer>).values()) {
        expect([content.toString(), 'b', '']).toContain(each.toString());
      }
  }
});

const origin = { repository: 'acme/sync', runId: '812' };
const metrics = builtInMetrics.slice(0, 10).map(({ name, unit, direction, kind }): Metric => {
  return { name, unit, direction, kind, source: 'proc', scope: 'tree', exactness: 'exact' };
});

/** Twenty executions that name the same metrics, so that the list is read once. */
function draftRecord(): RunRecord {
  return structuredClone(
    makeRecord(Array.from({ length: 20 }, (_, i) => makeProfile('after', i, 1, { metrics }))),
  );
}

function unpack(record: RunRecord, text = JSON.stringify(record), limits = artifactLimits) {
  const packed = gzipSync(text);
  const sha256 = createHash('sha256').update(packed).digest('hex');
  const reference = { store: 'directory', sha256, bytes: packed.length } as const;
  const event = describeShard(record, origin, reference, '2026-11-22T00:00:00Z');
  const contents = new Map([
    ['event.json', Buffer.from(JSON.stringify(event))],
    ['run-record.json.gz', packed],
  ]);
  return unpackArtifact(nameArtifact(record.suite, record.shard), contents, origin, limits);
}

test('the record is what was written, and its executions share one list of metrics', async () => {
  const { record, isAsWritten } = await unpack(draftRecord());
  expect(record).toEqual(draftRecord());
  expect(isAsWritten).toBe(true);
  expect(new Set(record.profiles.map((profile) => profile.metrics)).size).toBe(2);
});

test('what is wrong with a list is said of every execution', async () => {
  const wrong = draftRecord();
  for (const profile of wrong.profiles) Object.assign(profile.metrics[3] ?? {}, { unit: 'miles' });
  await expect(unpack(wrong)).rejects.toThrow(
    'run-record.json.gz at /profiles/0/metrics/3/unit: "miles"; expected one of ns, bytes, count',
  );
});

test('what is wrong with an execution is found behind a list that was read before', async () => {
  const wrong = draftRecord();
  Object.assign(wrong.profiles[9] ?? {}, { repeat: -1 });
  await expect(unpack(wrong)).rejects.toThrow('/profiles/9/repeat');
});

test('an unknown field of a metric is left out of every execution', async () => {
  const more = draftRecord();
  for (const profile of more.profiles) Object.assign(profile.metrics[3] ?? {}, { colour: 'red' });
  const { record, isAsWritten } = await unpack(more);
  expect(record).toEqual(draftRecord());
  expect(isAsWritten).toBe(false);
});

test('the metrics of all executions count towards the limit of values', async () => {
  const values = JSON.stringify(draftRecord()).split(/[,[{]/).length;
  await expect(
    unpack(draftRecord(), undefined, { ...artifactLimits, maxRecordValues: values }),
  ).resolves.toBeDefined();
  await expect(
    unpack(draftRecord(), undefined, { ...artifactLimits, maxRecordValues: values - 200 }),
  ).rejects.toThrow(`more than ${values - 200} values in one document`);
});
