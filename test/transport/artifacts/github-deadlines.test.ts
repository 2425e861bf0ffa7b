import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { UserError } from '../../../src/contract/user-error.ts';
import { collectRecords } from '../../../src/transport/artifacts/collect-records.ts';
import {
  type GithubArtifactClient,
  openGithubStore,
} from '../../../src/transport/artifacts/github.ts';
import { makeFolder, origin, packShard } from './make-run.ts';

const never = new Promise<never>(() => undefined);

// The time of day goes on, and clock and timers agree: on a busy machine a real timer is early by the clock.
beforeEach(() => {
  const toFake = ['setTimeout', 'clearTimeout', 'performance'] as const;
  vi.useFakeTimers({ toFake: [...toFake], shouldAdvanceTime: true });
});
afterEach(() => void vi.useRealTimers());

/** A service that takes every request and answers none, but for the list of artifacts. */
function openSilentStore(names: readonly string[] | 'silent') {
  const artifacts =
    names === 'silent' ? [] : names.map((name, id) => ({ name, id: id + 1, size: 100 }));
  let downloads = 0;
  const client: GithubArtifactClient = {
    uploadArtifact: () => never,
    listArtifacts: () => (names === 'silent' ? never : Promise.resolve({ artifacts })),
    downloadArtifact: () => {
      downloads += 1;
      return never;
    },
  };
  const deadlinesMs = { upload: 50, list: 50, read: 100, readAll: 150 };
  const store = openGithubStore({ client, temporaryFolder: makeFolder(), deadlinesMs });
  return { store, countDownloads: () => downloads };
}

test('an upload that is not answered is given up at its deadline, in words', async () => {
  const upload = openSilentStore('silent').store.upload(await packShard(0, 2, 1));
  await expect(upload).rejects.toThrow(/could not be uploaded: no answer within 0.1 s/);
  await expect(upload).rejects.toThrow(UserError);
});

test('a list that is not answered is given up at its deadline, in words', async () => {
  const list = openSilentStore('silent').store.list();
  await expect(list).rejects.toThrow(/cannot be listed: no answer within 0.1 s/);
});

test('downloads of many shards end at one deadline for all, and each is named', async () => {
  const names = Array.from({ length: 40 }, (_, i) => `perigee-sync-shard-${i + 1}-of-40-attempt-1`);
  const { store, countDownloads } = openSilentStore(names);
  const { records, refusals } = await collectRecords({ store, suite: 'sync', build: origin });
  expect(records).toEqual([]);
  expect(refusals.map(({ artifact }) => artifact)).toEqual(names);
  expect(new Set(refusals.map(({ code }) => code))).toEqual(new Set(['artifact-unreachable']));
  expect(refusals.at(-1)?.message).toContain('all downloads together took longer than 0.15 s');
  // Eight at a time: two rounds fit into the deadline, the other shards are not even asked for.
  expect(countDownloads()).toBeLessThanOrEqual(16);
});
