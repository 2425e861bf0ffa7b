import { afterEach, expect, test } from 'vitest';
import type { BuildEvent } from '../../../src/contract/documents.ts';
import { createRandom } from '../../../src/stats/random.ts';
import type {
  EventHandler,
  EventMessage,
  EventSource,
} from '../../../src/transport/events/event-source.ts';
import { makeBuild } from '../make-builds.ts';
import { expectPlainFold } from '../compare-store.ts';
import { storeShard } from '../store-shard.ts';
import { type RunningAggregation, startHere } from './start-aggregation.ts';

let service: RunningAggregation;
afterEach(() => service.stop());

/** A log of one partition, which this consumer can lose and get again at any moment. */
function openFickleSource(): { source: EventSource; lose(): void; give(): Promise<void> } & {
  messages: EventMessage[];
  held: Set<string>;
} {
  const messages: EventMessage[] = [];
  const held = new Set<string>();
  let lost = new AbortController();
  let handle: EventHandler | undefined;
  const give = async (): Promise<void> => {
    lost = new AbortController();
    await handle?.({
      ...{ partition: '0', messages, lost: lost.signal, heartbeat: () => Promise.resolve() },
      hold: ({ position }) => {
        held.add(position);
        return () => void held.delete(position);
      },
    });
  };
  return {
    ...{ messages, held, give },
    lose: () => {
      held.clear();
      lost.abort(new Error('the partition is lost'));
    },
    source: {
      name: 'a fickle log',
      consume: async (handler, { signal }) => {
        handle = handler;
        await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
      },
      lag: () => Promise.resolve({ messages: held.size }),
    },
  };
}

test('a damaged shard whose partition is lost and comes back while its build is written is not forgotten', async () => {
  const seed = 61;
  console.log(`seed ${seed}`);
  const log = openFickleSource();
  let turns = 0;
  const told: BuildEvent[] = [];
  service = startHere({
    limits: { quietMs: 50, deadlineMs: 200 },
    ports: {
      source: log.source,
      log: {
        name: 'told',
        append: async (event) => {
          told.push(event);
          // Between the dead letters and the end of the build.
          if (turns++ === 0) await log.give();
        },
      },
    },
    wrap: (store) => ({
      write: async (builds, signal) => {
        if (turns === 0) log.lose();
        return store.write(builds, signal);
      },
    }),
  });
  const shape = { shards: 2, testsPerShard: 1, repeats: 4 };
  const key = { repository: 'acme/sync', runId: '1' };
  const build = makeBuild({ ...key, ...shape }, createRandom(seed));
  const [good, bad] = build.records;
  const events = [
    storeShard(service.artifacts, build.key, good!),
    storeShard(service.artifacts, build.key, bad!, (packed) => packed.subarray(0, 100)),
  ];
  for (const [index, event] of events.entries()) {
    const facts = { key: '1', position: `log/0/${index}`, receivedAtMs: Date.now() };
    log.messages.push({ ...facts, value: JSON.stringify(event) });
  }
  await log.give();
  await service.untilDone();
  const letters = await service.queue.deadLetters.list();
  expect(letters.map(({ message }) => message.value)).toEqual([JSON.stringify(events[1])]);
  expect([told.length > 1, log.held.size]).toEqual([true, 0]);
  await expectPlainFold(service.store, [{ ...build, records: [good!], lost: [bad!] }]);
});
