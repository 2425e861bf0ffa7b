/** A partition is lost and comes back while a build of it is written: the events are read a second time. */
import { afterEach, describe, expect, test } from 'vitest';
import type { BuildEvent } from '../../../src/contract/documents.ts';
import { createRandom } from '../../../src/stats/random.ts';
import { expectPlainFold } from '../compare-store.ts';
import { makeShardRecord } from '../make-builds.ts';
import { foldPlainly, listPoints } from '../oracle.ts';
import { storeShard } from '../store-shard.ts';
import { listCodes, openFickleLog } from './fickle-log.ts';
import { refusePoints } from './refuse-points.ts';
import { type RunningAggregation, startHere } from './start-aggregation.ts';

let service: RunningAggregation;
afterEach(() => service.stop());

const random = createRandom(61);
const key = { repository: 'acme/sync', suite: 'sync', runId: '1' };
const shape = { repository: 'acme/sync', runId: '1', shards: 2, testsPerShard: 1, repeats: 4 };
const records = [0, 1].map((index) => makeShardRecord(shape, index, 1, random));
const damage = (packed: Buffer): Buffer => packed.subarray(0, 100);

interface Interleaving {
  /** In which partition the event of each shard lies. */
  partitions: readonly [number, number];
  /** Of the first. */
  comesBack: 'before its end' | 'after its end';
  /** The points of the first shard. */
  refuses: boolean;
}

/** The first partition is lost when the build is in the store, and its dead letters are not written. */
async function write({ partitions, comesBack, refuses }: Interleaving): Promise<BuildEvent[]> {
  const log = openFickleLog(2);
  const told: BuildEvent[] = [];
  service = startHere({
    limits: { quietMs: 50, deadlineMs: 200 },
    ports: {
      source: log.source,
      log: {
        name: 'told',
        append: async (event) => {
          told.push(event);
          if (told.length === 1 && comesBack === 'before its end') await log.give(0);
        },
      },
    },
    wrap: (store) => ({
      write: async (builds, signal) => {
        const write = refusePoints(store, (_build, { test }) => refuses && test === 'test 0.0');
        const outcome = await write(builds, signal);
        if (told.length === 0) log.lose(0);
        return outcome;
      },
    }),
  });
  for (const [index, record] of records.entries()) {
    const isBad = index === 0 && !refuses;
    log.append(
      partitions[index]!,
      storeShard(service.artifacts, key, record, isBad ? damage : undefined),
    );
  }
  await Promise.all([log.give(0), log.give(1)]);
  if (comesBack === 'after its end') {
    await service.until(() => service.lines.some(({ message }) => message === 'wrote a build'));
    await log.give(0);
  }
  await service.untilDone();
  return told;
}

const interleavings: readonly Omit<Interleaving, 'refuses'>[] = [
  { partitions: [0, 0], comesBack: 'before its end' },
  { partitions: [0, 1], comesBack: 'before its end' },
  { partitions: [0, 1], comesBack: 'after its end' },
];

describe.each(interleavings)('shards in $partitions, the first back $comesBack', (interleaving) => {
  test('a damaged shard whose partition is lost while its build is written is not forgotten', async () => {
    const told = await write({ ...interleaving, refuses: false });
    expect(await listCodes(service.queue.deadLetters)).toEqual({
      'log/0/0': 'artifact-digest-mismatch',
    });
    expect(told).toHaveLength(2);
    await expectPlainFold(service.store, [
      { key, records: records.slice(1), lost: records.slice(0, 1) },
    ]);
  });

  test('that points were refused is not forgotten where the event is lost that stands for them', async () => {
    const told = await write({ ...interleaving, refuses: true });
    expect(await listCodes(service.queue.deadLetters)).toEqual({ 'log/0/0': 'points-refused' });
    expect(told).toHaveLength(2);
    const stored = await service.store.readBuild(key);
    expect(stored && listPoints(stored)).toEqual(
      foldPlainly(key, records).filter((line) => !line.startsWith('["test 0.0"')),
    );
  });
});
