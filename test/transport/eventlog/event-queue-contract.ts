/** What every log of events does, whatever it is made of. */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'vitest';
import {
  keyEvent,
  type EventMessage,
  type EventQueue,
  type GroupHold,
} from '../../../src/transport/eventlog/event-log.ts';
import { consumeUntil, startConsumer, valuesOf, waitUntil } from './consume-until.ts';
import { makeEvent } from './make-event.ts';

export interface QueuePlace {
  /** Another connection to the same log, as another process has it. It is closed after the test. */
  open(): Promise<EventQueue>;
  /** After this long without a heartbeat a member counts as dead. */
  sessionMs: number;
}

const never = new AbortController().signal;

type DefineTest = (title: string, body: () => Promise<void>) => void;

/**
 * @param session short where a test waits for one to end; usually no session ends because the machine is busy
 * @returns a log of its own for each test, with nothing in it
 */
export type MakePlace = (session?: 'short') => Promise<QueuePlace>;

/** @param testLong defines what waits, and what a log of the same shape shows as well */
export function testEventQueue(
  test: DefineTest,
  makePlace: MakePlace,
  testLong: DefineTest = test,
): void {
  test('an event arrives as it was written, under the key of its build', async () => {
    const queue = await (await makePlace()).open();
    await queue.log.append(makeEvent(), never);
    const [message] = await consumeUntil(queue.openSource('readers'), 1);
    expect(message?.key).toBe(keyEvent(makeEvent()));
    expect(JSON.parse(message?.value ?? '')).toEqual(makeEvent());
    expect(message?.receivedAtMs).toBeGreaterThan(Date.now() - 600_000);
  });

  test('each group gets everything from the beginning, in order by key', async () => {
    const queue = await (await makePlace()).open();
    await appendNumbers(queue, 40);
    for (const group of ['one', 'two']) {
      const messages = await consumeUntil(queue.openSource(group), 40);
      expect(messages).toHaveLength(40);
      expect(new Set(messages.map(({ position }) => position)).size).toBe(40);
      for (const key of keys) expect(numbersOf(messages, key)).toEqual(numbersUpTo(40, key));
    }
  });

  test('a group goes on where it was, whoever consumes for it', async () => {
    const place = await makePlace();
    const queue = await place.open();
    await appendNumbers(queue, 20);
    await consumeUntil(queue.openSource('readers'), 20);
    await queue.appendRaw({ key: 'a', value: 'later' });
    const other = await place.open();
    expect(valuesOf(await consumeUntil(other.openSource('readers'), 1))).toEqual(['later']);
  });

  test('what its handler rejects comes again, and other partitions go on meanwhile', async () => {
    const queue = await (await makePlace()).open();
    await queue.appendRaw({ key: 'bad', value: 'bad' });
    await appendNumbers(queue, 20);
    let isMended = false;
    const consumer = startConsumer(queue.openSource('readers'), ({ messages }) => {
      if (!isMended && messages.some(({ key }) => key === 'bad')) throw new Error('out of order');
    });
    const retries = () => consumer.notices.filter(({ kind }) => kind === 'retry');
    await consumer.until(() => retries().length >= 2, 'a second try');
    await consumer.until(() => consumer.handled.length > 0, 'other partitions');
    expect(valuesOf(consumer.handled)).not.toContain('bad');
    expect(retries()[0]).toMatchObject({ why: 'out of order' });
    isMended = true;
    await consumer.until(() => consumer.handled.length >= 21, 'all of them');
    await consumer.stop();
    expect(valuesOf(consumer.handled)).toContain('bad');
    expect(await queue.openSource('readers').lag()).toEqual({ messages: 0 });
  });

  test('a message that is held keeps the position before it, until it is let go', async () => {
    const place = await makePlace();
    const queue = await place.open();
    for (const value of ['1', '2', '3', '4']) await queue.appendRaw({ key: 'a', value });
    const source = queue.openSource('readers');
    const first = await consumeUntil(source, 4, (batch) => {
      const second = batch.messages.find(({ value }) => value === '2');
      if (second !== undefined) batch.hold(second);
    });
    expect(valuesOf(first)).toEqual(['1', '2', '3', '4']);
    const oldestReceivedAtMs = first[1]?.receivedAtMs;
    expect(await source.lag()).toEqual({ messages: 3, oldestReceivedAtMs });
    const releases: (() => void)[] = [];
    const consumer = startConsumer((await place.open()).openSource('readers'), (batch) => {
      releases.push(...batch.messages.map(batch.hold));
    });
    await consumer.until(() => consumer.handled.length >= 3, 'what was held and after it');
    for (const release of releases) release();
    await consumer.stop();
    expect(valuesOf(consumer.handled)).toEqual(['2', '3', '4']);
    expect(await source.lag()).toEqual({ messages: 0 });
  });

  testLong('what waits is told with the time of the oldest, wherever that lies', async () => {
    const queue = await (await makePlace()).open();
    for (let value = 0; value < 12; value++) {
      await queue.appendRaw({ key: keys[value % keys.length] ?? '', value: `${value}` });
      await pause(3);
    }
    const told = await queue.openSource('readers').lag();
    const messages = await consumeUntil(queue.openSource('others'), 12);
    const times = messages.map(({ receivedAtMs }) => receivedAtMs);
    expect(new Set(times).size).toBeGreaterThan(1);
    expect(told).toEqual({ messages: 12, oldestReceivedAtMs: Math.min(...times) });
    await consumeUntil(queue.openSource('readers'), 12);
    expect(await queue.openSource('readers').lag()).toEqual({ messages: 0 });
  });

  testLong('what a rejected batch has held stays held when the batch comes again', async () => {
    const queue = await (await makePlace()).open();
    await queue.appendRaw({ key: 'a', value: '1' });
    const source = queue.openSource('readers');
    const releases: (() => void)[] = [];
    const consumer = startConsumer(source, ({ messages, hold }) => {
      if (releases.length > 0) return;
      releases.push(...messages.map(hold));
      throw new Error('out of reach');
    });
    await consumer.until(() => consumer.handled.length === 1, 'the second try');
    await pause(700);
    expect(await source.lag()).toMatchObject({ messages: 1 });
    for (const release of releases) release();
    const isDone = async () => (await source.lag()).messages === 0;
    await waitUntil(isDone, 'its position to be stored while nothing else comes');
    await consumer.stop();
  });

  testLong('the batch that is in work when it is told to stop is finished and done', async () => {
    const queue = await (await makePlace()).open();
    await queue.appendRaw({ key: 'a', value: '1' });
    const began = Promise.withResolvers<AbortSignal>();
    const consumer = startConsumer(queue.openSource('readers'), async ({ lost }) => {
      began.resolve(lost);
      await pause(300);
    });
    const lost = await began.promise;
    await consumer.stop();
    expect(valuesOf(consumer.handled)).toEqual(['1']);
    expect(lost.aborted).toBe(true);
    expect(await queue.openSource('readers').lag()).toEqual({ messages: 0 });
  });

  testLong(
    'work that takes longer than a session keeps its partition by its heartbeats',
    async () => {
      const place = await makePlace('short');
      const queue = await place.open();
      await queue.appendRaw({ key: 'a', value: '1' });
      const slow = startConsumer(queue.openSource('readers'), async ({ heartbeat }) => {
        const endMs = performance.now() + 2.5 * place.sessionMs;
        while (performance.now() < endMs) {
          await pause(place.sessionMs / 10);
          await heartbeat();
        }
      });
      await slow.until(() => slow.handled.length === 1, 'the slow handler');
      await slow.stop();
      expect(await queue.openSource('readers').lag()).toEqual({ messages: 0 });
    },
  );

  test('a group that is to have one reader gets no second one, until the first has left', async () => {
    const place = await makePlace();
    const [queue, other] = [await place.open(), await place.open()];
    // A broker has groups of its own, whatever they read.
    const group = `alone-${randomUUID()}`;
    const hold = await queue.holdGroup(group);
    await queue.appendRaw({ key: 'a', value: '1' });
    const consumer = startConsumer(queue.openSource(group));
    await consumer.until(() => consumer.handled.length === 1, 'the message');
    expect(await hold?.isShared()).toBe(false);
    expect(await other.holdGroup(group)).toBeUndefined();
    await consumer.stop();
    hold?.release();
    let next: GroupHold | undefined;
    await waitUntil(async () => {
      next = await other.holdGroup(group);
      return next !== undefined;
    }, 'the group to be free');
    next?.release();
  });
}

export const keys = ['a', 'b', 'c', 'd', 'e'];

/** `key:number`, the keys in turn. */
export async function appendNumbers(queue: EventQueue, count: number): Promise<void> {
  for (let number = 0; number < count; number++) {
    const key = keys[number % keys.length] ?? '';
    await queue.appendRaw({ key, value: `${key}:${number}` });
  }
}

export function numbersOf(messages: readonly EventMessage[], key: string): number[] {
  return messages
    .filter((message) => message.key === key)
    .map(({ value }) => Number(value.slice(2)));
}

export function numbersUpTo(count: number, key: string): number[] {
  return Array.from({ length: count }, (_, number) => number).filter(
    (number) => number % keys.length === keys.indexOf(key),
  );
}
