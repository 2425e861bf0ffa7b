import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, expect, test, vi } from 'vitest';
import type { EventQueue } from '../../../../src/transport/events/event-queue.ts';
import { openSqliteQueue } from '../../../../src/transport/events/sqlite/sqlite-queue.ts';
import { consumeUntil, startConsumer, valuesOf } from '../consume-until.ts';
import { testDeadLetters } from '../dead-letters-contract.ts';
import { type QueuePlace, testEventQueue } from '../event-queue-contract.ts';
import { testGroup } from '../group-contract.ts';

const times = { leaseMs: 400, pollMs: 10 };
const closers: (() => Promise<void> | void)[] = [];

afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

function makeFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'perigee-queue-'));
  closers.push(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, 'state', 'queue.sqlite');
}

function openQueue(file: string): EventQueue {
  const queue = openSqliteQueue({ file, times });
  closers.push(() => queue.close());
  return queue;
}

async function makePlace(): Promise<QueuePlace> {
  const file = makeFile();
  return { open: async () => openQueue(file), sessionMs: times.leaseMs };
}

testEventQueue(test, makePlace);
testDeadLetters(test, makePlace);
testGroup(test, makePlace);

test('a file that is no log of ours is refused with its name', () => {
  const file = makeFile();
  openQueue(file);
  const text = `${file}.txt`;
  writeFileSync(text, 'not a database, only a text that is long enough to look at'.repeat(20));
  expect(() => openQueue(text)).toThrow(/queue\.sqlite\.txt: the event log cannot be opened/);
});

test('a file of a later version is refused, not misread', async () => {
  const file = makeFile();
  await openSqliteQueue({ file }).close();
  const database = new DatabaseSync(file);
  database.exec('PRAGMA user_version = 2');
  database.close();
  expect(() => openQueue(file)).toThrow(/an event log of version 2/);
});

test('a clock that steps back by a day loses nothing, keeps the order, and changes no member', async () => {
  const file = makeFile();
  const queue = openQueue(file);
  const source = queue.openSource('readers');
  const consumer = startConsumer(source);
  closers.push(() => void vi.useRealTimers());
  const aDayMs = 24 * 3_600_000;
  const nowMs = Date.now();
  for (const [index, stepMs] of [0, -aDayMs, -30 * aDayMs, aDayMs].entries()) {
    vi.useFakeTimers({ toFake: ['Date'], now: nowMs + stepMs });
    await queue.appendRaw({ key: 'a', value: `${index}` });
    await consumer.until(() => consumer.handled.length === index + 1, `message ${index}`);
  }
  await consumer.stop();
  expect(valuesOf(consumer.handled)).toEqual(['0', '1', '2', '3']);
  expect(consumer.notices.map(({ kind }) => kind)).toEqual(['assigned', 'lost']);
  expect(await source.lag()).toEqual({ messages: 0 });
});

test('what every group has done, and what is old, is deleted; nothing else is', async () => {
  const file = makeFile();
  const keepMs = 3_600_000;
  const open = () => {
    const queue = openSqliteQueue({ file, times: { ...times, keepMs } });
    closers.push(() => queue.close());
    return queue;
  };
  const queue = open();
  for (const group of ['fast', 'slow']) {
    const consumer = startConsumer(queue.openSource(group));
    await consumer.until(() => consumer.notices.length > 0, 'its partitions');
    await consumer.stop();
  }
  closers.push(() => void vi.useRealTimers());
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 2 * keepMs });
  for (const value of ['old 1', 'old 2']) await queue.appendRaw({ key: 'a', value });
  vi.useRealTimers();
  await queue.appendRaw({ key: 'a', value: 'new' });
  // It deletes nothing yet: the other group has done none of them.
  await consumeUntil(queue.openSource('fast'), 3);
  await consumeUntil(queue.openSource('slow'), 3, (batch) => {
    for (const message of batch.messages) if (message.value === 'old 2') batch.hold(message);
  });
  const left = await consumeUntil(open().openSource('latecomer'), 2);
  expect(valuesOf(left)).toEqual(['old 2', 'new']);
});
