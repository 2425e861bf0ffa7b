import { expect, test } from 'vitest';
import { StoreUnavailable } from '../../../src/series/series-store.ts';
import { explainError, isBusy } from '../../../src/series/sqlite/errors.ts';

function makeError(errcode: number): Error {
  return Object.assign(new Error('of SQLite'), { code: 'ERR_SQLITE_ERROR', errcode });
}

test('a full disk, a failing one and a busy file are waited out; all else is a defect', () => {
  // SQLITE_FULL, SQLITE_IOERR_FSYNC, SQLITE_BUSY_SNAPSHOT, SQLITE_CANTOPEN
  for (const code of [13, 1034, 517, 14]) {
    const explained = explainError(makeError(code), 'the file');
    expect(explained).toBeInstanceOf(StoreUnavailable);
    expect((explained as Error).message).toBe('the file: of SQLite');
  }
  // SQLITE_CORRUPT, SQLITE_CONSTRAINT_UNIQUE, SQLITE_NOTADB
  for (const code of [11, 2067, 26]) {
    const error = makeError(code);
    expect(explainError(error, 'the file')).toBe(error);
  }
  expect([5, 6, 261, 13].map((code) => isBusy(makeError(code)))).toEqual([true, true, true, false]);
});
