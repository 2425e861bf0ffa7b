import { expect } from 'vitest';
import type { InfluxSettings } from '../../src/store/influx/transport.ts';
import { openInfluxStore } from '../../src/store/influx/open-influx-store.ts';
import type { SeriesStore } from '../../src/store/series-store.ts';
import type { DeadLetter } from '../../src/transport/eventlog/event-log.ts';
import { openKafkaQueue } from '../../src/transport/eventlog/kafka/kafka-queue.ts';
import { makeSettings } from '../transport/eventlog/make-event.ts';
import type { Feed } from './feed.ts';
import type { MadeBuild } from './make-builds.ts';
import { foldPlainly, listPoints } from './oracle.ts';

/**
 * Fails unless the store holds of each build what a plain fold of its records gives, point for point.
 * @returns how many points that are
 */
export async function expectPlainFold(
  store: Pick<SeriesStore, 'readBuild'>,
  builds: readonly MadeBuild[],
): Promise<number> {
  let points = 0;
  for (const { key, records, lost } of builds) {
    const stored = await store.readBuild(key);
    const lines = stored === undefined ? [] : listPoints(stored);
    expect({ key, lines }).toEqual({ key, lines: foldPlainly(key, records) });
    if (lost.length === 0)
      expect({ key, whole: stored?.build.isComplete }).toEqual({ key, whole: true });
    points += lines.length;
  }
  return points;
}

/** Fails unless the dead letters are the poison of the feed: all of it, and nothing else. */
export function expectPoison(letters: readonly DeadLetter[], { poisoned }: Feed): void {
  const dead = new Set(letters.map(({ message }) => message.value));
  expect([...dead].sort()).toEqual([...new Set(poisoned)].sort());
}

/**
 * Both, where the store is an InfluxDB and the log a topic of Kafka.
 * @returns what there was of it, in words
 */
export async function expectAllFolded(
  feed: Feed,
  bucket: InfluxSettings,
  kafka: { brokers: readonly string[]; topic: string },
): Promise<string> {
  const store = openInfluxStore(bucket);
  const points = await expectPlainFold(store, feed.builds);
  await store.close();
  const queue = openKafkaQueue(makeSettings(kafka));
  const letters = await queue.deadLetters.list();
  await queue.close();
  expectPoison(letters, feed);
  return `${feed.builds.length} builds, ${points} points, ${letters.length} letters`;
}
