/** Points that the store will never take: one letter stands for those of a build. */
import { afterEach, expect, test } from 'vitest';
import type { BuildEvent } from '../../../src/contract/documents.ts';
import { createRandom } from '../../../src/stats/random.ts';
import { makeShardRecord } from '../make-builds.ts';
import { foldPlainly, listPoints } from '../oracle.ts';
import { storeShard } from '../store-shard.ts';
import { refusePoints } from './refuse-points.ts';
import { type RunningAggregation, startHere } from './start-aggregation.ts';

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

test('once the cause is mended, a replay of their letter has them written', async () => {
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
