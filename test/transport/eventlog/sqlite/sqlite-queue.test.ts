import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, expect, test, vi } from 'vitest';
import type { EventQueue } from '../../../../src/transport/eventlog/event-log.ts';
import { openSqliteQueue } from '../../../../src/transport/eventlog/sqlite/sqlite-queue.ts';
import { consumeUntil, startConsumer, valuesOf, waitUntil } from '../consume-until.ts';
import { testDeadLetters } from '../dead-letters-contract.ts';
import {
  appendNumbers,
  keys,
  numbersUpTo,
  type QueuePlace,
  testEventQueue,
} from '../event-queue-contract.ts';

const times = { pollMs: 10 };
/** A heartbeat counts for nothing here: the lock of a reader lasts as long as its process. */
const sessionMs = 400;
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
  return { open: async () => openQueue(file), sessionMs };
}

testEventQueue(test, makePlace);
testDeadLetters(test, makePlace);

test.each(['deleted', 'replaced'])(
  'a file that is %s while it is in use is told, and takes nothing more',
  async (how) => {
    const file = makeFile();
    const queue = openQueue(file);
    const source = queue.openSource('readers');
    const consumer = startConsumer(source);
    await queue.appendRaw({ key: 'a', value: '1' });
    await consumer.until(() => consumer.handled.length === 1, 'the first');
    renameSync(file, `${file}.away`);
    if (how === 'replaced') writeFileSync(file, '');
    await expect(consumer.until(() => false, 'the end')).rejects.toThrow(`the file was ${how}`);
    const letter = { message: consumer.handled[0]!, reason: 'no event', source: 'a log' };
    for (const attempt of [
      () => source.lag(),
      () => queue.appendRaw({ key: 'a', value: '2' }),
      () => queue.deadLetters.put(letter),
      () => queue.deadLetters.replay('all'),
      () => queue.deadLetters.purge('all'),
    ]) {
      await expect(attempt()).rejects.toThrow(`the file was ${how}`);
    }
  },
);

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
  database.exec('PRAGMA user_version = 3');
  database.close();
  expect(() => openQueue(file)).toThrow(/an event log of version 3/);
});

test('a clock that steps back by a day loses nothing, keeps the order, and changes no reader', async () => {
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

test('a second reader of a group says what it waits for, and takes over when the first one ends', async () => {
  const place = await makePlace();
  const queue = await place.open();
  const first = startConsumer(queue.openSource('readers'));
  await first.until(() => first.notices.length > 0, 'the first to read');
  const source = (await place.open()).openSource('readers');
  const second = startConsumer(source);
  await second.until(() => second.notices.length > 0, 'the second to stand by');
  const why =
    /^another process reads file .*queue\.sqlite for the group readers: .* until that one ends$/;
  expect(second.notices).toMatchObject([
    { kind: 'stand-by', why: expect.stringMatching(why) as string },
  ]);
  await expect(source.lag()).rejects.toThrow(why);
  await queue.appendRaw({ key: 'a', value: '1' });
  await first.until(() => first.handled.length === 1, 'the first to handle it');
  await first.stop();
  await queue.appendRaw({ key: 'a', value: '2' });
  await second.until(() => second.handled.length === 1, 'the second to take over');
  expect(valuesOf(second.handled)).toEqual(['2']);
  await waitUntil(async () => (await source.lag()).messages === 0, 'its position to be stored');
  await second.stop();
});

test('who stands by ends when it is told to, and the group is free for another', async () => {
  const place = await makePlace();
  const first = startConsumer((await place.open()).openSource('readers'));
  await first.until(() => first.notices.length > 0, 'the first to read');
  const second = startConsumer((await place.open()).openSource('readers'));
  await second.until(() => second.notices.length > 0, 'the second to stand by');
  await second.stop();
  await first.stop();
  expect(second.notices.map(({ kind }) => kind)).toEqual(['stand-by']);
  const queue = await place.open();
  await queue.appendRaw({ key: 'a', value: '1' });
  expect(await consumeUntil(queue.openSource('readers'), 1)).toHaveLength(1);
});

test('a file of version 1 is read on where its readers were', async () => {
  const file = makeFile();
  const before = openSqliteQueue({ file });
  for (const value of ['done', 'waiting']) await before.appendRaw({ key: 'a', value });
  await before.deadLetters.put({
    message: { key: 'b', value: 'bad', position: '0/9', receivedAtMs: 1 },
    ...{ reason: 'poison', source: 'here' },
  });
  await before.close();
  const database = new DatabaseSync(file);
  const partition = Number(database.prepare('SELECT partition FROM messages').get()?.['partition']);
  database.exec(`
    DROP TABLE positions;
    CREATE TABLE members (consumers TEXT NOT NULL, member TEXT NOT NULL, beat INTEGER NOT NULL,
      PRIMARY KEY (consumers, member)) STRICT;
    CREATE TABLE claims (consumers TEXT NOT NULL, partition INTEGER NOT NULL, member TEXT,
      done_up_to INTEGER NOT NULL, PRIMARY KEY (consumers, partition)) STRICT;
    INSERT INTO members VALUES ('readers', 'one that was killed', 3);
    INSERT INTO claims VALUES ('readers', ${partition}, 'one that was killed', 1);
    PRAGMA user_version = 1;
  `);
  database.close();
  const queue = openQueue(file);
  expect(await queue.openSource('readers').lag()).toMatchObject({ messages: 1 });
  expect(valuesOf(await consumeUntil(queue.openSource('readers'), 1))).toEqual(['waiting']);
  expect(valuesOf(await consumeUntil(queue.openSource('others'), 2))).toEqual(['done', 'waiting']);
  expect(await queue.deadLetters.list()).toMatchObject([{ reason: 'poison' }]);
});

test('a reader that is killed loses nothing, and neither does the one that takes over from it', async () => {
  const file = makeFile();
  const queue = openQueue(file);
  await appendNumbers(queue, 150);
  const effects = `${file}.effects`;
  const listDone = () =>
    existsSync(effects) ? readFileSync(effects, 'utf8').trimEnd().split('\n') : [];
  const start = () => {
    const script = join(import.meta.dirname, 'kill-me.ts');
    const child = spawn(process.execPath, [script, file, effects], { stdio: 'inherit' });
    closers.push(() => void child.kill('SIGKILL'));
    return child;
  };
  const children = [start(), start()];
  for (const index of [0, 1, 0]) {
    const before = listDone().length;
    await waitUntil(() => listDone().length > before + 3, 'one of them to work');
    const ended = once(children[index]!, 'exit');
    children[index]!.kill('SIGKILL');
    await ended;
    children[index] = start();
  }
  // Some of it is left for those that come after the last kill.
  expect(new Set(listDone()).size).toBeLessThan(150);
  const source = queue.openSource('readers');
  await waitUntil(async () => (await source.lag()).messages === 0, 'nothing to be left');
  const done = [...new Set(listDone())];
  for (const key of keys) {
    const numbers = done.filter((value) => value.startsWith(key)).map((value) => value.slice(2));
    expect(numbers.map(Number)).toEqual(numbersUpTo(150, key));
  }
});
