import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { artifactFiles } from '../../../src/transport/artifacts/artifact-files.ts';
import { artifactLimits } from '../../../src/transport/artifacts/artifact-limits.ts';
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
import {
  below,
  drawBytes,
  drawRun,
  drawSize,
  drawText,
  mutateBytes,
  mutateText,
  pick,
} from '../draw.ts';
import { mutateValue } from '../draw-json.ts';
import { describeEntry, type Entry, expectThat } from '../entry.ts';
import type { Random } from '../../../src/stats/random.ts';

const origin = { repository: 'acme/sync', runId: '812' };
const record = JSON.parse(readExample('run-record', 'valid', 'complete')) as RunRecord;
const wanted: readonly string[] = [artifactFiles.event, artifactFiles.record];

function drawZip(random: Random): Buffer {
  const count = below(random, 20);
  const files = Array.from({ length: count }, (_, place) => ({
    name: random() < 0.6 ? pick(random, [...wanted, `log-${place}.txt`]) : drawText(random, 200),
    content: Buffer.from(
      random() < 0.2 ? 'a'.repeat(drawSize(random, 1_000_000)) : drawText(random, 5000),
    ),
    ...(random() < 0.2
      ? { bytes: pick(random, [0, 1, 65_536, 65_537, 2 ** 31, 2 ** 32 - 1]) }
      : {}),
    ...(random() < 0.1 ? { crc: below(random, 2 ** 31) } : {}),
    ...(random() < 0.1 ? { unixMode: pick(random, [0o120777, 0o040755, 0o100644, 0o020000]) } : {}),
    ...(random() < 0.1 ? { flags: below(random, 65_536) } : {}),
    ...(random() < 0.1 ? { method: below(random, 100) } : {}),
  }));
  const zip = makeZip(files);
  return random() < 0.5 ? zip : mutateBytes(random, zip);
}

/** What a job may upload: it writes both files, so their digests agree. */
function drawArtifact(random: Random): ReadonlyMap<string, Buffer> {
  // Records of any size are read by a process of its own.
  const written = random() < 0.7 ? mutateValue(random, record, 200) : record;
  const text =
    random() < 0.8 ? JSON.stringify(written) : mutateText(random, JSON.stringify(written), 300_000);
  const gzip = gzipSync(Buffer.from(text), { level: 1 });
  const packed = random() < 0.85 ? gzip : mutateBytes(random, gzip);
  const digest = {
    sha256: createHash('sha256').update(packed).digest('hex'),
    bytes: packed.length,
  };
  const event = describeShard(record, origin, { store: 'github', ...digest }, record.finishedAt);
  const told = random() < 0.8 ? event : mutateValue(random, event);
  return new Map([
    [artifactFiles.record, packed],
    [artifactFiles.event, Buffer.from(JSON.stringify(told))],
  ]);
}

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
    draw: (random) => (random() < 0.9 ? drawZip(random) : drawBytes(random, 5000)),
    run: async (zip) => {
      const contents = await readZip(zip, wanted, artifactLimits);
      for (const name of contents.keys()) expectThat(wanted.includes(name), `gives ${name}`);
    },
    refusals: [ArtifactRefused],
  }),
  describeEntry({
    name: 'artifact: record and event',
    draw: drawArtifact,
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
    draw: (random) => ({
      suite: random() < 0.5 ? 'sync' : drawText(random, 300),
      name: mutateText(random, 'perigee-sync-shard-1-of-4-attempt-2', 5000),
      index: below(random, 256),
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
    draw: (random) =>
      random() < 0.9
        ? mutateText(random, pick(random, addresses), 3000)
        : `https://${drawRun(random, 3000)}/`,
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
