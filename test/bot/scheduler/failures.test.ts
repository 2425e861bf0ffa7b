import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { Refused, Unavailable } from '../../../src/transport/platform-errors.ts';
import { classifyFailure } from '../../../bot/src/scheduler/scheduler.ts';
import { StoreUnavailable } from '../../../src/store/series-store.ts';

test.each([
  [new Unavailable('limit', { retryAfterMs: 9_000 }), { kind: 'later', askedMs: 9_000 }],
  [new Unavailable('502'), { kind: 'later', askedMs: undefined }],
  [new StoreUnavailable('down'), { kind: 'later', askedMs: undefined }],
  [new Refused('ci-not-allowed', '403'), { kind: 'refused' }],
  [new Refused('ci-not-found', 'no such run'), { kind: 'refused' }],
  [new TypeError('x is undefined'), { kind: 'defect' }],
  ['a text', { kind: 'defect' }],
])('%s is told from what waiting helps against', (error, failure) => {
  expect(classifyFailure(error)).toEqual(failure);
});

const sqlite = (errcode: number): Error =>
  Object.assign(new Error('database'), { code: 'ERR_SQLITE_ERROR', errcode });

test.each([
  ['busy', 5, 'later'],
  ['locked', 6, 'later'],
  ['read-only for now', 8, 'later'],
  ['on a disk that fails, with an extended code', 778, 'later'],
  ['full', 13, 'later'],
  ['damaged', 11, 'defect'],
  ['asked something wrong', 1, 'defect'],
])('a ledger that is %s is told from one that stays so', (_, code, kind) => {
  expect(classifyFailure(sqlite(code))).toMatchObject({ kind });
});

test('a ledger whose file is full is an outage, as SQLite itself tells it', () => {
  const database = new DatabaseSync(':memory:');
  database.exec('PRAGMA max_page_count = 3; CREATE TABLE notes (text TEXT)');
  const fill = (): void => {
    for (let i = 0; i < 100; i++) {
      database.prepare('INSERT INTO notes VALUES (?)').run('x'.repeat(4000));
    }
  };
  let caught: unknown;
  try {
    fill();
  } catch (error) {
    caught = error;
  }
  database.close();
  expect(String(caught)).toMatch(/full/);
  expect(classifyFailure(caught)).toEqual({ kind: 'later', askedMs: undefined });
});
