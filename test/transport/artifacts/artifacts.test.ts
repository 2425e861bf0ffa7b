import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { UserError } from '../../../src/contract/user-error.ts';
import { limitBuild } from '../../../src/transport/artifacts/artifact-limits.ts';
import type { ArtifactStore } from '../../../src/transport/artifacts/artifact-store.ts';
import { collectRecords } from '../../../src/transport/artifacts/collect-records.ts';
import { openDirectoryStore } from '../../../src/transport/artifacts/directory.ts';
import {
  type GithubArtifactClient,
  openGithubStore,
} from '../../../src/transport/artifacts/github.ts';
import { measureRecord } from '../../../src/transport/artifacts/measure-record.ts';
import { nameArtifact, readArtifactName } from '../../../src/transport/artifacts/name-artifact.ts';
import { shareLogSpace } from '../../../src/transport/artifacts/pack-logs.ts';
import { makeProfile, makeRecord } from '../../aggregate/make-record.ts';
import { makeFolder, origin, packShard } from './make-run.ts';

describe('collect politely', () => {
  /** What is asked of a store, and what is not. */
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
    const names = Array.from(
      { length: 40 },
      (_, i) => `perigee-sync-shard-${i + 1}-of-40-attempt-1`,
    );
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
    expect((await collectRecords({ store, suite: 'sync', build: origin })).refusals).toHaveLength(
      40,
    );
    expect(most).toBe(8);
  });
});

describe('github deadlines', () => {
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
    await expect(upload).rejects.toThrow(/could not be uploaded: no answer within 0.05 s/);
    await expect(upload).rejects.toThrow(UserError);
  });

  test('a list that is not answered is given up at its deadline, in words', async () => {
    const list = openSilentStore('silent').store.list();
    await expect(list).rejects.toThrow(/cannot be listed: no answer within 0.05 s/);
  });

  test('downloads of many shards end at one deadline for all, and each is named', async () => {
    const names = Array.from(
      { length: 40 },
      (_, i) => `perigee-sync-shard-${i + 1}-of-40-attempt-1`,
    );
    const { store, countDownloads } = openSilentStore(names);
    const { records, refusals } = await collectRecords({ store, suite: 'sync', build: origin });
    expect(records).toEqual([]);
    expect(refusals.map(({ artifact }) => artifact)).toEqual(names);
    expect(new Set(refusals.map(({ code }) => code))).toEqual(new Set(['artifact-unreachable']));
    expect(refusals.at(-1)?.message).toContain('all downloads together took longer than 0.15 s');
    // Eight at a time: two rounds fit into the deadline, the other shards are not even asked for.
    expect(countDownloads()).toBeLessThanOrEqual(16);
  });
});

describe('measure record', () => {
  type Span = ReturnType<typeof makeProfile>['spans'][number];

  const work: Span = { span: 'work', annotations: {}, occurrences: 1, values: { latency: 1 } };

  function measure(...spans: Span[][]): ReturnType<typeof measureRecord> {
    return measureRecord(
      makeRecord(spans.map((each, repeat) => makeProfile('before', repeat, 1, { spans: each }))),
    );
  }

  test('a series is counted once, however many repeats have it', () => {
    expect(measure([work], [work], [work]).series).toBe(1);
  });

  test.each<[string, Span]>([
    ['span', { ...work, span: 'other' }],
    ['annotation', { ...work, annotations: { files: 10 } }],
    ['metric', { ...work, values: { 'cpu.total': 1 } }],
  ])('another %s is another series', (_, other) => {
    expect(measure([work], [other]).series).toBe(2);
  });

  test('a longer text and one more value weigh more', () => {
    const { heapBytes } = measure([work]);
    expect(measure([{ ...work, span: 'worked' }]).heapBytes - heapBytes).toBe(4);
    expect(
      measure([{ ...work, values: { latency: 1, 'cpu.total': 1 } }]).heapBytes,
    ).toBeGreaterThan(heapBytes);
  });

  test('with the heap of deploy/ a build may have some 35,000 spans of 12 metrics', () => {
    const { maxHeapBytes } = limitBuild(304 * 2 ** 20);
    const values = Object.fromEntries(Array.from({ length: 12 }, (_, i) => [`metric ${i}`, i]));
    const weigh = (count: number): number =>
      measure(Array.from({ length: count }, (_, i) => ({ ...work, span: `step ${i}`, values })))
        .heapBytes;
    expect(weigh(34_000)).toBeLessThan(maxHeapBytes);
    expect(weigh(36_000)).toBeGreaterThan(maxHeapBytes);
  });
});

describe('name artifact', () => {
  test('an artifact is named for its suite, shard and attempt, counted from 1', () => {
    const shard = { index: 1, total: 4, attempt: 3 };
    expect(nameArtifact('sync', shard)).toBe('perigee-sync-shard-2-of-4-attempt-3');
    expect(readArtifactName('perigee-sync-shard-2-of-4-attempt-3', 'sync')).toEqual(shard);
  });

  test('suites that look alike once their names are safe do not share artifacts', () => {
    const shard = { index: 0, total: 1, attempt: 1 };
    const names = ['a/b', 'a b', 'a-b', 'a:b', 'ä', 'ö'].map((suite) => nameArtifact(suite, shard));
    expect(new Set(names).size).toBe(names.length);
    for (const name of names) expect(name).toMatch(/^[A-Za-z0-9._-]+$/);
  });

  test('the longest suite name leaves an artifact name that GitHub takes', () => {
    const name = nameArtifact('s'.repeat(200), { index: 255, total: 256, attempt: 99 });
    expect(name.length).toBeLessThan(128);
    expect(readArtifactName(name, 's'.repeat(200))).toEqual({
      index: 255,
      total: 256,
      attempt: 99,
    });
  });

  test.each([
    'perigee-other-shard-1-of-2-attempt-1',
    'perigee-sync-shard-0-of-2-attempt-1',
    'perigee-sync-shard-1-of-2-attempt-1 ',
    'perigee-sync-shard-01-of-2-attempt-1',
    'perigee-sync-shard-1-of-2-attempt-1-of-2-attempt-1',
    'coverage',
  ])('%j is no artifact of the suite', (name) => {
    expect(readArtifactName(name, 'sync')).toBeUndefined();
  });
});

describe('pack logs', () => {
  test.each([
    ['logs that fit stay whole', [10, 20, 30], 60, Infinity],
    ['no logs at all need nothing', [], 60, Infinity],
    ['one long log pays for itself alone', [10, 20, 1000], 60, 30],
    ['two long logs share what the short one leaves', [10, 500, 1000], 60, 25],
    ['many logs of one size get the same each', [100, 100, 100, 100], 60, 15],
  ])('%s', (_title, sizes, maxBytes, share) => {
    expect(shareLogSpace(sizes, maxBytes)).toBe(share);
    const kept = sizes.reduce((sum, size) => sum + Math.min(size, share), 0);
    expect(kept).toBeLessThanOrEqual(maxBytes);
  });
});
