import { existsSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { collectRecords } from '../../../src/transport/artifacts/collect-records.ts';
import { openDirectoryStore } from '../../../src/transport/artifacts/directory.ts';
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
