import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { builtInMetrics } from '../../../src/contract/metrics.ts';
import type { Metric, RunRecord } from '../../../src/contract/documents.ts';
import { artifactLimits } from '../../../src/transport/artifacts/artifact-limits.ts';
import { describeShard } from '../../../src/transport/artifacts/describe-shard.ts';
import { nameArtifact } from '../../../src/transport/artifacts/name-artifact.ts';
import { unpackArtifact } from '../../../src/transport/artifacts/unpack-artifact.ts';
import { makeProfile, makeRecord } from '../../aggregate/make-record.ts';

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

test('a field of a metric that nobody knows is left out of every execution', async () => {
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
