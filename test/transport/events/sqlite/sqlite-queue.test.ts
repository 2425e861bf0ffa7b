import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, expect, test } from 'vitest';
import type { EventQueue } from '../../../../src/transport/events/event-queue.ts';
import { openSqliteQueue } from '../../../../src/transport/events/sqlite/sqlite-queue.ts';
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
