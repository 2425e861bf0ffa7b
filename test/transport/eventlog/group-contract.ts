/** What the members of a group of consumers do among themselves. */
import { expect } from 'vitest';
import type { EventMessage } from '../../../src/transport/eventlog/event-log.ts';
import { type Consumer, startConsumer, waitUntil } from './consume-until.ts';
import type { MakePlace } from './event-queue-contract.ts';

type DefineTest = (title: string, body: () => Promise<void>) => void;

const keys = Array.from({ length: 24 }, (_, number) => `build-${number}`);

export function testGroup(test: DefineTest, makePlace: MakePlace): void {
  test('members share the messages, each key at one of them, and take over from who leaves', async () => {
    const place = await makePlace();
    const queue = await place.open();
    const one = startConsumer(queue.openSource('readers'));
    await one.until(() => partitionsOf(one).size > 0, 'the first to get its partitions');
    const all = partitionsOf(one).size;
    const two = startConsumer((await place.open()).openSource('readers'));
    const haveShared = () =>
      partitionsOf(two).size > 0 && partitionsOf(one).size + partitionsOf(two).size === all;
    await two.until(haveShared, 'both to have partitions');
    for (const key of keys) await queue.appendRaw({ key, value: `${key}:1` });
    const both = () => new Set(valuesOf([...one.handled, ...two.handled]));
    await waitUntil(() => both().size === keys.length, 'all messages');
    expect(keysOf(one.handled).size).toBeGreaterThan(0);
    expect(keysOf(two.handled).size).toBeGreaterThan(0);
    const ofOne = keysOf(one.handled);
    expect([...keysOf(two.handled)].filter((key) => ofOne.has(key))).toEqual([]);

    await one.stop();
    const before = one.handled.length;
    for (const key of keys) await queue.appendRaw({ key, value: `${key}:2` });
    const ofTwo = () => new Set(valuesOf(two.handled).filter((value) => value.endsWith(':2')));
    await two.until(() => ofTwo().size === keys.length, 'the other to take over');
    await two.stop();
    expect(one.handled).toHaveLength(before);
    expect(await queue.openSource('readers').lag()).toEqual({ messages: 0 });
  });

  test('a member that gives no sign of life loses its work, and hears so', async () => {
    const place = await makePlace('short');
    const queue = await place.open();
    await queue.appendRaw({ key: 'a', value: '1' });
    const began = Promise.withResolvers<undefined>();
    const goOn = Promise.withResolvers<undefined>();
    const refusals: unknown[] = [];
    const stuck = startConsumer(queue.openSource('readers'), async ({ heartbeat }) => {
      if (refusals.length > 0) return;
      began.resolve(undefined);
      await goOn.promise;
      await heartbeat().catch((error: unknown) => {
        refusals.push(error);
        throw error;
      });
    });
    await began.promise;
    const other = startConsumer((await place.open()).openSource('readers'));
    await other.until(() => other.handled.length === 1, 'the other to take over');
    expect(valuesOf(other.handled)).toEqual(['1']);
    goOn.resolve(undefined);
    await waitUntil(() => refusals.length === 1, 'the heartbeat to be refused');
    await stuck.stop();
    await other.stop();
    expect(await queue.openSource('readers').lag()).toEqual({ messages: 0 });
  });

  test('a member that joins amid work changes nothing: all are handled, each key in order', async () => {
    const place = await makePlace();
    const queue = await place.open();
    const handled: EventMessage[] = [];
    for (const part of [1, 2, 3]) {
      for (const key of keys) await queue.appendRaw({ key, value: `${key}:${part}` });
    }
    const note = ({ messages }: { messages: readonly EventMessage[] }) => {
      handled.push(...messages);
    };
    const one = startConsumer(queue.openSource('readers'), note);
    const two = startConsumer((await place.open()).openSource('readers'), note);
    const three = startConsumer((await place.open()).openSource('readers'), note);
    const everything = () => new Set(valuesOf(handled)).size === 3 * keys.length;
    await waitUntil(everything, 'all messages');
    await two.stop();
    for (const key of keys) await queue.appendRaw({ key, value: `${key}:4` });
    await waitUntil(() => new Set(valuesOf(handled)).size === 4 * keys.length, 'the last');
    await one.stop();
    await three.stop();
    for (const key of keys) {
      const first = new Set(valuesOf(handled.filter((message) => message.key === key)));
      expect([...first]).toEqual([1, 2, 3, 4].map((part) => `${key}:${part}`));
    }
    expect(await queue.openSource('readers').lag()).toEqual({ messages: 0 });
  });
}

function partitionsOf({ notices }: Consumer): Set<string> {
  const partitions = new Set<string>();
  for (const notice of notices) {
    if (notice.kind === 'assigned') for (const each of notice.partitions) partitions.add(each);
    if (notice.kind === 'lost') for (const each of notice.partitions) partitions.delete(each);
  }
  return partitions;
}

const valuesOf = (messages: readonly EventMessage[]) => messages.map(({ value }) => value);
const keysOf = (messages: readonly EventMessage[]) => new Set(messages.map(({ key }) => key));
