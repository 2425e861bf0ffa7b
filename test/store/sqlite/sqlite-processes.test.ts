import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, expect, test } from 'vitest';
import { dayMs, startOfDay } from '../../../src/store/retention.ts';
import { StoreUnavailable } from '../../../src/store/series-store.ts';
import { initSqlite } from '../../../src/store/sqlite/init-sqlite.ts';
import { openSqliteStore } from '../../../src/store/sqlite/open-sqlite-store.ts';
import { createRandom } from '../../../src/stats/random.ts';
import { makeBuild, makeQuery, makeStoredBuild, never, noonMs, writeAll } from '../make-build.ts';
import { asRead } from '../store-contract.ts';
import { makeFolder } from '../../make-folder.ts';

let folder: string;
let file: string;

beforeEach(() => {
  folder = makeFolder();
  file = join(folder, 'series.sqlite');
});

const script = join(import.meta.dirname, 'write-in-process.ts');

function startWriter(first: number, count: number) {
  const child = spawn(process.execPath, [script, file, String(first), String(count)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const acknowledged: number[] = [];
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    for (const line of text.split('\n')) if (line !== '') acknowledged.push(Number(line));
  });
  return { child, acknowledged, closed: once(child, 'close') };
}

test('several processes write at the same time, the same builds too, and nothing is lost', async () => {
  const writers = [startWriter(1, 60), startWriter(40, 60), startWriter(80, 60)];
  await Promise.all(writers.map(({ closed }) => closed));
  const store = openSqliteStore({ file });
  expect(await store.readLast(makeQuery(), 10_000)).toHaveLength(139 * 6);
  for (const number of [1, 50, 139]) {
    expect(await store.readBuild(makeStoredBuild(number))).toEqual(asRead(makeBuild(number)));
  }
  await store.close();
});

test('a process that is killed at any moment leaves whole builds, and all that it acknowledged', async () => {
  const seed = 20_261_121;
  const random = createRandom(seed);
  console.log(`seed ${seed}`);
  let next = 1;
  for (let round = 0; round < 8; round += 1) {
    const { child, acknowledged, closed } = startWriter(next, 10_000);
    const enough = 1 + Math.floor(random() * 30);
    child.stdout.on('data', () => {
      if (acknowledged.length >= enough) child.kill('SIGKILL');
    });
    await closed;
    next = Math.max(...acknowledged) + 1;
  }
  const store = openSqliteStore({ file });
  for (let number = 1; number < next; number += 1) {
    expect(await store.readBuild(makeStoredBuild(number))).toEqual(asRead(makeBuild(number)));
  }
  const unacknowledged = await store.readBuild(makeStoredBuild(next));
  expect([undefined, 6]).toContain(unacknowledged?.points.length);
  await store.close();
});

test('whoever writes for too long is waited for, and then said to be busy', async () => {
  const store = openSqliteStore({ file });
  const other = new DatabaseSync(file);
  other.exec('BEGIN IMMEDIATE');
  const waiting = store.write([makeBuild(1)], never);
  expect(await store.readBuild(makeStoredBuild(1))).toBeUndefined();
  const stop = new AbortController();
  const stopped = store.write([makeBuild(2)], stop.signal);
  await expect(waiting).rejects.toBeInstanceOf(StoreUnavailable);
  stop.abort(new Error('enough'));
  await expect(stopped).rejects.toThrow('enough');
  other.exec('ROLLBACK');
  other.close();
  await writeAll(store, makeBuild(1));
  await store.close();
});

test('a file of a newer version, or of something else, is not touched', () => {
  const other = new DatabaseSync(file);
  other.exec('PRAGMA user_version = 99');
  other.close();
  expect(() => openSqliteStore({ file })).toThrow('was written by a newer version of Perigee');
  expect(() => openSqliteStore({ file: join(folder, 'made', '..') })).toThrow(StoreUnavailable);
});

test('what is older than the file keeps goes by whole days, and leaves the medians of them', async () => {
  expect(initSqlite(file, { keepDays: 10, keepMediansDays: 12 })).toEqual([
    `series file ${file}: points are kept for 10 days`,
    `series file ${file}: medians of days are kept for 12 days`,
  ]);
  const store = openSqliteStore({ file });
  const days = Array.from({ length: 5 }, (_, day) => startOfDay(noonMs) + day * dayMs);
  await writeAll(
    store,
    ...days.map((atMs, day) => makeBuild(day, { atMs: atMs + 1 })),
    makeBuild(7, { atMs: days[1]! + dayMs - 1 }),
  );
  const query = { ...makeQuery(), side: 'after', branchKind: 'default' } as const;
  const medians = (await store.readDays(query, 9)).map(({ median }) => median);
  expect(medians).toEqual([11, (1021 + 7001) / 2, 2011, 3011, 4011]);
  await store.maintain(days[1]! + 11 * dayMs - 1);
  expect(await store.readBuild(makeStoredBuild(0))).toBeUndefined();
  expect(await store.readBuild(makeStoredBuild(7))).toBeDefined();
  await store.maintain(days[1]! + 12 * dayMs);
  expect(await store.readLast(query, 99)).toHaveLength(6);
  expect((await store.readDays(query, 9)).map(({ median }) => median)).toEqual(medians.slice(1));
  await store.maintain(days[2]! + 12 * dayMs);
  expect((await store.readDays(query, 9)).map(({ median }) => median)).toEqual(medians.slice(2));
  await store.close();
});
