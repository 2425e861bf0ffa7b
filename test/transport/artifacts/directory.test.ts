import { chmodSync, existsSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ArtifactsUnavailable } from '../../../src/transport/artifacts/artifact-store.ts';
import { collectRecords } from '../../../src/transport/artifacts/collect-records.ts';
import { openDirectoryStore, explainUnread } from '../../../src/transport/artifacts/directory.ts';
import { makeFolder, origin, packShard } from './make-run.ts';

test('the folder is made by the first who leaves something in it', async () => {
  const root = join(makeFolder(), 'carried', 'results');
  const packed = await packShard(0, 1, 1);
  expect(await openDirectoryStore(root).upload(packed)).toMatchObject({ name: packed.name });
  expect(existsSync(join(root, packed.name, 'event.json'))).toBe(true);
});

test('a folder that is not there is an error for the reader, and is not made by reading', async () => {
  const root = join(makeFolder(), 'mistyped');
  await expect(openDirectoryStore(root).list()).rejects.toThrow(/check the path/);
  expect(existsSync(root)).toBe(false);
});

test('a link that leads nowhere spoils its own artifact and no other', async () => {
  const root = makeFolder();
  const store = openDirectoryStore(root);
  const packed = await packShard(0, 2, 1);
  await store.upload(packed);
  const broken = join(root, 'perigee-sync-shard-2-of-2-attempt-1');
  mkdirSync(broken);
  symlinkSync('/nonexistent', join(broken, 'event.json'));
  const { records, refusals } = await collectRecords({ store, suite: 'sync', build: origin });
  expect(records.map(({ artifact }) => artifact)).toEqual([packed.name]);
  expect(refusals).toMatchObject([{ code: 'artifact-unexpected-content' }]);
});

test('a build that left nothing is told from a folder of all builds that is away', async () => {
  const below = makeFolder();
  const store = openDirectoryStore(join(below, 'acme', '1'), { below });
  await expect(store.list()).rejects.toThrow(ArtifactsUnavailable);
  mkdirSync(join(below, 'another'));
  await expect(store.list()).rejects.toThrow(/check the path/);
  await expect(store.list()).rejects.not.toBeInstanceOf(ArtifactsUnavailable);
});

test('what we have no right to read is out of reach, and not at fault', async () => {
  const root = makeFolder();
  const store = openDirectoryStore(root);
  const packed = await packShard(0, 1, 1);
  const stored = await store.upload(packed);
  chmodSync(root, 0o755);
  chmodSync(join(root, packed.name), 0o755);
  chmodSync(join(root, packed.name, 'event.json'), 0);
  await asNobody(async () => {
    await expect(store.read(stored, ['event.json'])).rejects.toThrow(ArtifactsUnavailable);
  });
  chmodSync(join(root, packed.name), 0);
  await asNobody(async () => {
    await expect(store.read(stored, ['event.json'])).rejects.toThrow(/EACCES/);
    await expect(store.list()).rejects.toThrow(ArtifactsUnavailable);
  });
});

test.each([
  ['EMFILE', false],
  ['EIO', false],
  ['ESTALE', false],
  ['ENOENT', true],
  ['ELOOP', true],
])('%s is the fault of the artifact: %s', (code, isItsFault) => {
  const refusal = { code: 'artifact-unreachable', message: 'not readable' } as const;
  const error = explainUnread('/x', refusal, Object.assign(new Error('x'), { code }));
  expect(error.name).toBe(isItsFault ? 'ArtifactRefused' : 'UserError');
});

/** The superuser may read everything; on most machines a test is somebody else anyway. */
async function asNobody(act: () => Promise<void>): Promise<void> {
  const isRoot = process.geteuid?.() === 0;
  if (isRoot) process.seteuid?.(65_534);
  try {
    await act();
  } finally {
    if (isRoot) process.seteuid?.(0);
  }
}
