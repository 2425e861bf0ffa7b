/** Points that the store will never take: one letter stands for those of a build. */
import { afterEach, describe, expect, test } from 'vitest';
import type { ReadyBuild } from '../../../src/aggregate/arrival.ts';
import type { BuildEvent } from '../../../src/contract/documents.ts';
import { collectBuild, findArtifacts } from '../../../src/service/aggregate/collect-build.ts';
import { readHere } from '../../../src/settings/readers/readers.ts';
import { createRandom } from '../../../src/stats/random.ts';
import type { ArtifactSource } from '../../../src/transport/artifacts/artifact-store.ts';
import { nameArtifact } from '../../../src/transport/artifacts/name-artifact.ts';
import { makeShardRecord } from '../make-builds.ts';
import { foldPlainly, listPoints } from '../oracle.ts';
import { storeShard } from '../store-shard.ts';
import { refusePoints } from './refuse-points.ts';
import { type RunningAggregation, startHere } from './start-aggregation.ts';

describe('refused points', () => {
  let service: RunningAggregation;
  afterEach(() => service.stop());

  const random = createRandom(13);
  const key = { repository: 'acme/sync', suite: 'sync', runId: '1' };
  const shape = { repository: 'acme/sync', runId: '1', shards: 2, testsPerShard: 1, repeats: 3 };
  const records = [0, 1].map((index) => makeShardRecord(shape, index, 1, random));

  function start(isRefused: (repeat: number) => boolean): BuildEvent[] {
    service = startHere({
      wrap: (store) => ({ write: refusePoints(store, (_build, { repeat }) => isRefused(repeat)) }),
    });
    return records.map((record) => storeShard(service.artifacts, key, record));
  }
  const listReasons = async (): Promise<string[]> =>
    (await service.queue.deadLetters.list()).map(({ reason }) => reason);

  test('once the cause is gone, replaying their letter writes them', async () => {
    let isMended = false;
    const events = start(() => !isMended);
    await service.append(...events);
    await service.untilDone();
    expect(await listReasons()).toEqual([
      expect.stringMatching(/^points-refused: the store refused 24 points, .*type conflict$/),
    ]);
    isMended = true;
    await service.queue.deadLetters.replay('all');
    await service.untilDone();
    const stored = await service.store.readBuild(key);
    expect(stored && listPoints(stored)).toEqual(foldPlainly(key, records));
    expect(await listReasons()).toEqual([]);
  });

  test('an event that is put aside for its own artifact does not stand for them where there is another', async () => {
    const events = start((repeat) => repeat === 0);
    storeShard(service.artifacts, key, records[0]!, (packed) => packed.subarray(9));
    await service.append(...events);
    await service.untilDone();
    expect(await listReasons()).toEqual([
      expect.stringMatching(/^artifact-digest-mismatch: /),
      expect.stringMatching(/^points-refused: /),
    ]);
  });
});

const ready: ReadyBuild = {
  ...{ key: 'k', shards: [], events: [], reason: 'quiet' },
  build: { repository: 'acme/sync', suite: 'sync', runId: '1' },
};

function list(...shards: { index: number; total: number; attempt: number; bytes: number }[]) {
  const fetched: string[] = [];
  const source: ArtifactSource = {
    kind: 'github',
    list: async () =>
      shards.map(({ bytes, ...shard }, place) => {
        return { name: nameArtifact('sync', shard), id: String(place + 1), bytes };
      }),
    read: async ({ name }) => {
      fetched.push(name);
      return new Map();
    },
  };
  return { source, fetched };
}

test('an attempt that the CI has not made completes no build, counts no bytes and is not fetched', async () => {
  const invented = { index: 0, total: 1, attempt: 99, bytes: 1_000_000 };
  const { source, fetched } = list({ index: 0, total: 2, attempt: 1, bytes: 7 }, invented);
  expect(await findArtifacts(source, ready, async () => 1)).toEqual({ bytes: 7, isWhole: false });
  const { problems } = await collectBuild(source, ready, readHere.unpackHead, 1);
  expect(fetched).toEqual([nameArtifact('sync', { index: 0, total: 2, attempt: 1 })]);
  expect(problems.map(({ message }) => message)).toContainEqual(
    expect.stringMatching(/attempt-99: the newest attempt that its CI has made is 1$/),
  );
});

test('the CI is asked only of a build that was run again, and once', async () => {
  let asked = 0;
  const ask = async (): Promise<undefined> => void (asked += 1);
  const first = list({ index: 0, total: 1, attempt: 1, bytes: 7 });
  expect(await findArtifacts(first.source, ready, ask)).toEqual({ bytes: 7, isWhole: true });
  expect(asked).toBe(0);
  const again = [2, 3].map((attempt) => ({ index: 0, total: 1, attempt, bytes: 7 }));
  const second = list(...again);
  expect(await findArtifacts(second.source, ready, ask)).toEqual({ bytes: 14, isWhole: true });
  expect(asked).toBe(1);
});
