/** What dead letters of every log do. */
import { expect } from 'vitest';
import type {
  EventQueue,
  EventBatch,
  EventMessage,
} from '../../../src/transport/eventlog/event-log.ts';
import { startConsumer, valuesOf } from './consume-until.ts';
import type { MakePlace } from './event-queue-contract.ts';

type DefineTest = (title: string, body: () => Promise<void>) => void;

export function testDeadLetters(test: DefineTest, makePlace: MakePlace): void {
  test('poison is put aside with its reason, position and payload, and the rest goes on', async () => {
    const place = await makePlace();
    const queue = await place.open();
    for (const value of ['1', 'po\u0000ison “{', '3']) await queue.appendRaw({ key: 'a', value });
    const ids = await putPoisonAside(queue, 3);
    expect(await queue.openSource('readers').lag()).toEqual({ messages: 0 });
    const [letter, ...others] = await (await place.open()).deadLetters.list();
    expect(others).toEqual([]);
    expect(letter).toMatchObject({
      id: ids[0],
      reason: 'not JSON',
      source: queue.log.name,
      message: { key: 'a', value: 'po\u0000ison “{' },
    });
    expect(letter?.message.position).toMatch(/\d+$/);
    expect(letter?.putAtMs).toBeGreaterThan(Date.now() - 600_000);
    expect(await queue.deadLetters.show(letter?.id ?? '')).toEqual(letter);
  });

  test('one message is one letter, however often it is put', async () => {
    const queue = await (await makePlace()).open();
    const message = { key: 'a', value: 'x', position: 'here/7', receivedAtMs: 5 };
    const first = await queue.deadLetters.put({ message, reason: 'bad\nline', source: 'log' });
    const again = await queue.deadLetters.put({ message, reason: 'bad line', source: 'log' });
    expect(again).toBe(first);
    const letters = await queue.deadLetters.list();
    expect(letters).toMatchObject([{ id: first, reason: 'bad line', message }]);
  });

  test('a letter that is replayed comes once more and is a letter no longer', async () => {
    const queue = await (await makePlace()).open();
    for (const value of ['poison 1', 'poison 2']) await queue.appendRaw({ key: 'a', value });
    const read = startReading(queue);
    const [first = '', second = ''] = await putPoisonAside(queue, 2, read);
    expect(await queue.deadLetters.replay([second, 'no-such-letter'])).toEqual([second]);
    expect(await queue.deadLetters.show(second)).toBeUndefined();
    expect(await queue.deadLetters.list()).toMatchObject([{ id: first }]);
    const [, , replayed, ...others] = await read(3);
    expect(replayed).toMatchObject({ key: 'a', value: 'poison 2' });
    expect(others).toEqual([]);
    expect(await queue.deadLetters.replay('all')).toEqual([first]);
    expect(await queue.deadLetters.list()).toEqual([]);
    expect(valuesOf(await read(4)).slice(2)).toEqual(['poison 2', 'poison 1']);
  });

  test('letters that are purged are gone, one or all', async () => {
    const queue = await (await makePlace()).open();
    for (const number of [1, 2, 3]) {
      const message = { key: '', value: '', position: `here/${number}`, receivedAtMs: 0 };
      await queue.deadLetters.put({ message, reason: 'bad', source: 'log' });
    }
    const ids = (await queue.deadLetters.list()).map(({ id }) => id);
    expect(await queue.deadLetters.purge([ids[1] ?? '', 'no-such-letter'])).toEqual([ids[1]]);
    expect((await queue.deadLetters.list()).map(({ id }) => id)).toEqual([ids[0], ids[2]]);
    expect(await queue.deadLetters.purge('all')).toEqual([ids[0], ids[2]]);
    expect(await queue.deadLetters.list()).toEqual([]);
  });
}

type ReadUntil = (
  count: number,
  handle?: (batch: EventBatch) => Promise<void>,
) => Promise<EventMessage[]>;

/**
 * Reads on each time, until so many messages have come in all.
 * @returns each message once: one that was handled while the machine stood still may come again, at its place
 */
function startReading(queue: EventQueue): ReadUntil {
  const known = new Map<string, EventMessage>();
  return async (count, handle) => {
    const consumer = startConsumer(queue.openSource('readers'), handle);
    const positions = (): Set<string> =>
      new Set([...known.keys(), ...consumer.handled.map(({ position }) => position)]);
    await consumer.until(() => positions().size >= count, `${count} messages`);
    await consumer.stop();
    for (const message of consumer.handled) {
      if (!known.has(message.position)) known.set(message.position, message);
    }
    return [...known.values()];
  };
}

/** As a service does. @returns the ids of the letters */
async function putPoisonAside(
  queue: EventQueue,
  count: number,
  read = startReading(queue),
): Promise<string[]> {
  const ids = new Set<string>();
  await read(count, async ({ messages }) => {
    for (const message of messages) {
      if (!message.value.startsWith('po')) continue;
      const { name } = queue.log;
      ids.add(await queue.deadLetters.put({ message, reason: 'not JSON', source: name }));
    }
  });
  return [...ids];
}
