/** What is asked of a store, and what is not. */
import { expect, test } from 'vitest';
import type { ArtifactStore } from '../../../src/transport/artifacts/artifact-store.ts';
import { collectRecords } from '../../../src/transport/artifacts/collect-records.ts';
import { openDirectoryStore } from '../../../src/transport/artifacts/directory.ts';
import { makeFolder, origin, packShard } from './make-run.ts';

test('what says that it is of an attempt that nobody has begun is not fetched', async () => {
  const store = openDirectoryStore(makeFolder());
  for (const attempt of [1, 2]) await store.upload(await packShard(0, 2, attempt));
  const read: string[] = [];
  const noting: ArtifactStore = {
    ...store,
    read: (stored, files) => {
      read.push(stored.name);
      return store.read(stored, files);
    },
  };
  const request = { store: noting, suite: 'sync', build: origin, newestAttempt: 1 };
  const { refusals } = await collectRecords(request);
  expect(refusals).toMatchObject([{ code: 'artifact-of-another-build', shard: { attempt: 2 } }]);
  expect(read).toEqual(['perigee-sync-shard-1-of-2-attempt-1']);
});

test('of many artifacts eight are fetched at once', async () => {
  let [inWork, most] = [0, 0];
  const names = Array.from({ length: 40 }, (_, i) => `perigee-sync-shard-${i + 1}-of-40-attempt-1`);
  const store: ArtifactStore = {
    ...openDirectoryStore(makeFolder()),
    list: async () => names.map((name) => ({ name, id: name, bytes: 1 })),
    read: async () => {
      most = Math.max(most, (inWork += 1));
      await new Promise(setImmediate);
      inWork -= 1;
      return new Map();
    },
  };
  expect((await collectRecords({ store, suite: 'sync', build: origin })).refusals).toHaveLength(40);
  expect(most).toBe(8);
});
