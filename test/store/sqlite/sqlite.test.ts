import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { StoreUnavailable } from '../../../src/store/series-store.ts';
import { isBusy } from '../../../src/sqlite/result-codes.ts';
import { explainError } from '../../../src/store/sqlite/transaction.ts';
import { openSqliteStore } from '../../../src/store/sqlite/open-sqlite-store.ts';
import { testRandomHistory } from '../random-contract.ts';
import { testReading } from '../read-contract.ts';
import { type StoreOptions, testWriting } from '../store-contract.ts';

describe('errors', () => {
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
    expect([5, 6, 261, 13].map((code) => isBusy(makeError(code)))).toEqual([
      true,
      true,
      true,
      false,
    ]);
  });
});

describe('sqlite store', () => {
  const contract = {
    test,
    async open(options: StoreOptions = {}) {
      const folder = mkdtempSync(join(tmpdir(), 'perigee-series-'));
      const file = join(folder, 'made', 'series.sqlite');
      onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
      const openOne = () => {
        const store = openSqliteStore({ file, ...options });
        onTestFinished(() => store.close());
        return store;
      };
      return { store: openOne(), again: openOne };
    },
  };

  test('what is written after the file was deleted waits, and is not refused', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'perigee-series-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const file = join(folder, 'series.sqlite');
    const store = openSqliteStore({ file });
    onTestFinished(() => store.close());
    rmSync(file);
    const { signal } = new AbortController();
    for (const attempt of [() => store.write([], signal), () => store.ping(signal)]) {
      await expect(attempt()).rejects.toThrow(StoreUnavailable);
      await expect(attempt()).rejects.toThrow(`${file}: the file was deleted while it was in use`);
    }
  });

  testWriting(contract);
  testReading(contract);
  testRandomHistory(contract);
});
