/** Collects a dozen shards, as the service does, from a store of records that each hold a bomb. */
import { createHash, randomBytes } from 'node:crypto';
import { getHeapStatistics } from 'node:v8';
import { gzipSync } from 'node:zlib';
import type { RunRecord } from '../../../src/contract/documents.ts';
import { openReaders } from '../../../src/settings/readers/open-readers.ts';
import { limitBuild } from '../../../src/transport/artifacts/artifact-limits.ts';
import { collectUnpacked } from '../../../src/transport/artifacts/collect-records.ts';
import { describeShard } from '../../../src/transport/artifacts/describe-shard.ts';
import { nameArtifact } from '../../../src/transport/artifacts/name-artifact.ts';
import { readExample } from '../../contract/corpus.ts';

const build = { repository: 'acme/sync', runId: '812' };
const total = 12;
const [kind] = process.argv.slice(2);
const example = JSON.parse(readExample('run-record', 'valid', 'complete')) as RunRecord;

function write(index: number): string {
  const record = { ...example, shard: { index, total, attempt: 1 } };
  // What does not pack well, so that the rest may grow.
  const start = JSON.stringify({ ...record, y: randomBytes(40_000).toString('base64') }).slice(
    0,
    -1,
  );
  if (kind === 'unknown') {
    // Of these some 7 MiB each, twelve are five times what one build may take.
    return `${start},"x":[${'{},'.repeat(100_000)}{}]}`;
  }
  const [profile] = example.profiles;
  const span = { span: 's', annotations: { a: 1 }, occurrences: 1, values: { latency: 1 } };
  const spans = `[${`${JSON.stringify(span)},`.repeat(4_000)}${JSON.stringify(span)}]`;
  const many = `${JSON.stringify({ ...profile, spans: [] }).replace('"spans":[]', `"spans":${spans}`)},`;
  const bomb = `"profiles":[${many.repeat(4).slice(0, -1)}]`;
  return `${start},${bomb}}`;
}

const artifacts = Array.from({ length: total }, (_, index) => {
  const packed = gzipSync(write(index));
  const sha256 = createHash('sha256').update(packed).digest('hex');
  const record = { ...example, shard: { index, total, attempt: 1 } };
  const reference = { store: 'github', sha256, bytes: packed.length } as const;
  const event = describeShard(record, build, reference, '2026-11-22T00:00:00Z');
  const name = nameArtifact(example.suite, record.shard);
  const contents = new Map([
    ['event.json', Buffer.from(JSON.stringify(event))],
    ['run-record.json.gz', packed],
  ]);
  return { stored: { name, id: name, bytes: packed.length }, contents };
});

const heapBytes = getHeapStatistics().heap_size_limit;
const readers = openReaders(heapBytes);
const { records, refusals } = await collectUnpacked(readers.unpackHead, {
  store: {
    kind: 'github',
    list: async () => artifacts.map(({ stored }) => stored),
    read: async ({ id }) => artifacts.find(({ stored }) => stored.id === id)?.contents ?? new Map(),
  },
  suite: example.suite,
  build,
  buildLimits: limitBuild(heapBytes),
});
readers.close();
const keys = new Set(records.flatMap(({ record }) => Object.keys(record)));
process.stdout.write(JSON.stringify({ used: records.length, keys: [...keys], refusals }));
