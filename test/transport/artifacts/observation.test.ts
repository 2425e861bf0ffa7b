import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import type { ObservationRecord } from '../../../src/contract/documents.ts';
import { parseDocument } from '../../../src/contract/validate.ts';
import { artifactLimits } from '../../../src/transport/artifacts/artifact-limits.ts';
import { packArtifact } from '../../../src/transport/artifacts/pack-artifact.ts';
import { unpackObservation } from '../../../src/transport/artifacts/unpack-observation.ts';
import { makeFolder, makeRecord, makeRun, now, origin } from './make-run.ts';
import { readExample } from '../../contract/corpus.ts';

const example = parseDocument(
  'observation',
  readExample('observation', 'valid', 'setup-and-a-test'),
  'x',
);
const record = makeRecord();
const observation: ObservationRecord = {
  ...example,
  commit: record.after.commit,
  tests: example.tests.slice(0, 1).map((one) => ({ ...one, name: record.tests[0]!.name })),
};

async function pack(text: string, limits = artifactLimits) {
  const runFolder = makeRun(record);
  writeFileSync(join(runFolder, 'observation.json'), text);
  const request = { runFolder, into: makeFolder(), build: origin, store: 'github', now } as const;
  return packArtifact(request, limits);
}

const unpack = (value: unknown, limits = artifactLimits) => {
  const packed = gzipSync(typeof value === 'string' ? value : JSON.stringify(value));
  return unpackObservation(new Map([['observation.json.gz', packed]]), record, limits);
};

test('what a run observed is a file of its artifact, and comes out as it went in', async () => {
  const { folder, files } = await pack(JSON.stringify(observation));
  expect(files.map(({ name }) => name)).toContain('observation.json.gz');
  const packed = readFileSync(join(folder, 'observation.json.gz'));
  const contents = new Map([['observation.json.gz', packed]]);
  expect(await unpackObservation(contents, record, artifactLimits)).toEqual(observation);
});

test('an observation that no reader would take is left out, and the record stays', async () => {
  const limits = { ...artifactLimits, maxObservationTextBytes: 100 };
  const { folder } = await pack(JSON.stringify(observation), limits);
  expect(existsSync(join(folder, 'observation.json.gz'))).toBe(false);
  expect(existsSync(join(folder, 'run-record.json.gz'))).toBe(true);
});

test('most artifacts hold no observation', async () => {
  expect(await unpackObservation(new Map(), record, artifactLimits)).toBeUndefined();
});

test('the observation of the side before belongs to the record too', async () => {
  const before = { ...observation, commit: record.before.commit };
  expect(await unpack(before)).toEqual(before);
});

test('fields that nobody knows are taken out', async () => {
  expect(await unpack({ ...observation, later: ['x'] })).toEqual(observation);
});

test.each([
  ['of another commit', { ...observation, commit: 'f'.repeat(40) }, 'another commit'],
  [
    'of a test that is not planned',
    { ...observation, tests: [{ ...observation.tests[0]!, name: 'another' }] },
    'its tests are not those',
  ],
  [
    'that names a test twice',
    { ...observation, tests: [...observation.tests, ...observation.tests] },
    'its tests are not those',
  ],
  ['that is no document', { ...observation, schema: 'perigee/verdict' }, 'is not used'],
  ['that is no JSON', '{', 'is not used'],
])('an observation %s is refused', async (_, value, why) => {
  await expect(unpack(value)).rejects.toThrow(why);
});

test('an observation that unpacks to more than its limit is refused before it is parsed', async () => {
  const limits = { ...artifactLimits, maxObservationTextBytes: 1000 };
  await expect(unpack(' '.repeat(1001), limits)).rejects.toThrow('more than 1000 bytes unpacked');
  const few = { ...artifactLimits, maxObservationBytes: 10 };
  await expect(unpack(observation, few)).rejects.toThrow('more than 10 bytes');
});

test('a damaged observation is refused', async () => {
  const contents = new Map([['observation.json.gz', Buffer.from('not gzip')]]);
  const unpacking = unpackObservation(contents, record, artifactLimits);
  await expect(unpacking).rejects.toMatchObject({ code: 'artifact-damaged' });
});
