import * as fc from 'fast-check';
import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { artifactFiles, artifactLimits } from '../../../src/transport/artifacts/artifact-limits.ts';
import { ArtifactRefused } from '../../../src/transport/artifacts/artifact-store.ts';
import { describeShard } from '../../../src/transport/artifacts/describe-shard.ts';
import { nameArtifact, readArtifactName } from '../../../src/transport/artifacts/name-artifact.ts';
import { readZip } from '../../../src/transport/artifacts/read-zip.ts';
import { refuseOtherHosts } from '../../../src/transport/artifacts/storage-hosts.ts';
import { unpackArtifact } from '../../../src/transport/artifacts/unpack-artifact.ts';
import { Refused } from '../../../src/transport/platform-errors.ts';
import type { RunRecord } from '../../../src/contract/documents.ts';
import { readExample } from '../../contract/corpus.ts';
import { makeZip } from '../../transport/artifacts/make-zip.ts';
import { drawRun, drawSize, drawText, mutateText } from '../draw.ts';
import { describeEntry, type Entry, expectThat } from '../entry.ts';
import { mutateValue } from '../mutate-value.ts';

const origin = { repository: 'acme/sync', runId: '812' };
const record = JSON.parse(readExample('run-record', 'valid', 'complete')) as RunRecord;
const wanted: readonly string[] = [artifactFiles.event, artifactFiles.record];

const drawBytes = (most: number): fc.Arbitrary<Buffer> =>
  fc.uint8Array({ maxLength: most }).map((bytes) => Buffer.from(bytes));

/** Some bytes are others, a size among them; the end may be gone, or more. */
const mutateBytes = (bytes: Buffer): fc.Arbitrary<Buffer> => {
  const size = fc.constantFrom(0, 1, 0xffff, 0x7fffffff, 0xffffffff);
  const put = fc.oneof(
    fc.nat(255).map((byte) => Buffer.of(byte)),
    size.map((value) => Buffer.from(Uint32Array.of(value).buffer)),
  );
  return fc
    .record({
      changes: fc.array(fc.tuple(fc.nat(bytes.length), put), { minLength: 1, maxLength: 8 }),
      length: fc.oneof({ weight: 8, arbitrary: fc.constant(bytes.length) }, fc.nat(bytes.length)),
      more: fc.oneof({ weight: 9, arbitrary: fc.constant(Buffer.alloc(0)) }, drawBytes(500)),
    })
    .map(({ changes, length, more }) => {
      const changed = Buffer.from(bytes);
      for (const [at, bytes] of changes) bytes.copy(changed, at);
      return Buffer.concat([changed.subarray(0, length), more]);
    });
};

const file = fc.record(
  {
    name: fc.oneof(fc.constantFrom(...wanted, 'log.txt'), drawText(200)),
    content: fc
      .oneof(
        { weight: 8, arbitrary: drawText(5000) },
        { weight: 2, arbitrary: drawSize(1_000_000).map((size) => 'a'.repeat(size)) },
      )
      .map((text) => Buffer.from(text)),
    bytes: fc.constantFrom(0, 1, 65_536, 65_537, 2 ** 31, 2 ** 32 - 1),
    crc: fc.nat(),
    unixMode: fc.constantFrom(0o120777, 0o040755, 0o100644, 0o020000),
    flags: fc.nat(65_535),
    method: fc.nat(99),
  },
  { requiredKeys: ['name', 'content'] },
);
const plainFile = file.map(({ name, content }) => ({ name, content }));
const zip = fc
  .array(fc.oneof({ weight: 3, arbitrary: plainFile }, file), { maxLength: 20 })
  .map((files) => makeZip(files))
  .chain((bytes) => fc.oneof(fc.constant(bytes), mutateBytes(bytes)));

const orElse = <T>(value: T, other: fc.Arbitrary<T>): fc.Arbitrary<T> =>
  fc.oneof({ weight: 4, arbitrary: fc.constant(value) }, other);

/** What a job may upload: it writes both files, so their digests agree. */
const artifact = fc
  // Records of any size are read by a process of its own.
  .oneof(fc.constant(record), mutateValue(record, 200))
  .map((written) => JSON.stringify(written))
  .chain((text) => orElse(text, mutateText(text, 300_000)))
  .map((text) => gzipSync(text, { level: 1 }))
  .chain((gzip) => orElse(gzip, mutateBytes(gzip)))
  .chain((packed) => {
    const sha256 = createHash('sha256').update(packed).digest('hex');
    const stored = { store: 'github', sha256, bytes: packed.length } as const;
    const event = describeShard(record, origin, stored, record.finishedAt);
    return orElse(event, mutateValue(event)).map(
      (told): ReadonlyMap<string, Buffer> =>
        new Map([
          [artifactFiles.record, packed],
          [artifactFiles.event, Buffer.from(JSON.stringify(told))],
        ]),
    );
  });

const hosts = ['buildkiteartifacts.com', 'files.acme.example:8443', '*.storage.example'];
const addresses = [
  'https://buildkiteartifacts.com/a?b=c',
  'https://x.buildkiteartifacts.com/a',
  'https://files.acme.example:8443/x',
  'https://one.storage.example/',
  'http://169.254.169.254/latest/meta-data',
  'https://buildkiteartifacts.com.evil.example/',
  'https://evil.example/buildkiteartifacts.com',
  'https://user:word@buildkiteartifacts.com/',
  'https://buildkiteartifacts.com@evil.example/',
  'https://[::1]/',
];

export const artifactEntries: readonly Entry[] = [
  describeEntry({
    name: 'artifact: zip',
    input: fc.oneof({ weight: 9, arbitrary: zip }, drawBytes(5000)),
    run: async (zip) => {
      const contents = await readZip(zip, wanted, artifactLimits);
      for (const name of contents.keys()) expectThat(wanted.includes(name), `gives ${name}`);
    },
    refusals: [ArtifactRefused],
  }),
  describeEntry({
    name: 'artifact: record and event',
    input: artifact,
    run: async (contents) => {
      const name = nameArtifact(record.suite, record.shard);
      const unpacked = await unpackArtifact(name, contents, origin, artifactLimits);
      expectThat(
        nameArtifact(unpacked.record.suite, unpacked.record.shard) === name,
        'of another shard',
      );
      expectThat(unpacked.event.build.runId === origin.runId, 'of another run');
    },
    refusals: [ArtifactRefused],
  }),
  describeEntry({
    name: 'artifact: name',
    input: fc.record({
      suite: fc.oneof(fc.constant('sync'), drawText(300)).map((suite) => suite || 'a'),
      name: mutateText('perigee-sync-shard-1-of-4-attempt-2', 5000),
      index: fc.nat(255),
    }),
    run: ({ suite, name, index }) => {
      const shard = { index, total: 256, attempt: 3 };
      const own = nameArtifact(suite, shard);
      expectThat(/^[A-Za-z0-9._-]{1,160}$/.test(own), `makes the name ${own}`);
      expectThat(readArtifactName(own, suite)?.index === index, `does not know its own ${own}`);
      const found = readArtifactName(name, suite);
      if (found !== undefined)
        expectThat(nameArtifact(suite, found) === name, 'knows another name');
    },
  }),
  describeEntry({
    name: 'artifact: where it lies',
    input: fc.oneof(
      ...addresses.map((address) => mutateText(address, 3000)),
      drawRun(3000).map((host) => `https://${host}/`),
    ),
    run: (address) => {
      if (!URL.canParse(address)) return;
      const url = new URL(address);
      refuseOtherHosts(hosts.slice(1))(url);
      const known = [...hosts, 'x.buildkiteartifacts.com'];
      const isKnown =
        known.includes(url.host) ||
        /^[^.]+\.(?:buildkiteartifacts\.com|storage\.example)$/.test(url.host);
      expectThat(isKnown, `fetches from ${url.host}`);
    },
    refusals: [Refused],
  }),
];
