import { mkdtempSync, readdirSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type FreshAlert, lastTransition } from '../../../src/contract/alerts.ts';
import { isBusy } from '../../../src/sqlite/result-codes.ts';
import type { BuildPoints } from '../../../src/store/series-point.ts';
import { StoreUnavailable } from '../../../src/store/series-store.ts';
import { openAlerts, readAlerts } from '../../../src/store/sqlite/open-alerts.ts';
import { openSqliteReader } from '../../../src/store/sqlite/open-sqlite-reader.ts';
import { openSqliteStore } from '../../../src/store/sqlite/open-sqlite-store.ts';
import { explainError } from '../../../src/store/sqlite/transaction.ts';
import { makeFolder } from '../../make-folder.ts';
import { makeBuild, makePoint, makeStoredBuild, never, writeAll } from '../make-build.ts';
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

const fresh: FreshAlert = {
  ...{ repository: 'acme/sync', suite: 'sync', foundBy: 'history', commit: 'c1' },
  ...{ range: { after: 'c0', upTo: 'c1', commits: 1 }, series: [] },
  transitions: [{ state: 'new', atMs: 1 }],
};

test('an alert is opened once, has a number in its repository, and can be changed', () => {
  const alerts = openAlerts(new DatabaseSync(':memory:'));
  expect(alerts.openAlert(fresh).number).toBe(1);
  expect(alerts.openAlert({ ...fresh, suite: 'other' }).number).toBe(2);
  expect(alerts.openAlert({ ...fresh, transitions: [] })).toEqual({ ...fresh, number: 1 });
  expect(alerts.openAlert({ ...fresh, repository: 'acme/other' }).number).toBe(1);
  const change = alerts.changeAlert('acme/sync', 1, (alert) => ({
    ...alert,
    transitions: [...alert.transitions, { state: 'fixed', atMs: 2 }],
  }));
  expect(change?.transitions).toHaveLength(2);
  expect(alerts.listAlerts('acme/sync').map(({ number }) => number)).toEqual([2, 1]);
  expect(alerts.listAlerts('acme/sync')[1]).toEqual(change);
  expect(alerts.changeAlert('acme/sync', 9, (alert) => alert)).toBeUndefined();
});

test('an alert of another store keeps its number and history, and is restored once', () => {
  const alerts = openAlerts(new DatabaseSync(':memory:'));
  const restored = { ...fresh, number: 7 };
  alerts.restoreAlert(restored);
  alerts.restoreAlert(restored);
  expect(alerts.listAlerts('acme/sync')).toEqual([restored]);
  // Of another commit, and its number is taken.
  alerts.restoreAlert({ ...restored, commit: 'c2' });
  expect(alerts.listAlerts('acme/sync').map(({ number }) => number)).toEqual([8, 7]);
});

test('of two histories of an alert the one with the newer state stays', () => {
  const alerts = openAlerts(new DatabaseSync(':memory:'));
  const { number } = alerts.openAlert({ ...fresh, transitions: [{ state: 'new', atMs: 5 }] });
  const at = (atMs: number) =>
    alerts.restoreAlert({
      ...{ ...fresh, number: 9 },
      transitions: [...fresh.transitions, { state: 'accepted', by: 'ada', because: 'so', atMs }],
    });
  const state = () => alerts.listAlerts('acme/sync').map((one) => lastTransition(one).state);
  at(4);
  expect(state()).toEqual(['new']);
  at(6);
  expect(state()).toEqual(['accepted']);
  expect(alerts.listAlerts('acme/sync')[0]?.number).toBe(number);
});

test('a commit may exceed two budgets, and each is an alert of its own', () => {
  const alerts = openAlerts(new DatabaseSync(':memory:'));
  const openBudget = (since: 'release' | 'best') =>
    alerts.openAlert({
      ...fresh,
      ...{ foundBy: 'budget', budget: { since, limit: 0.05, action: 'warn', parts: [] } },
    }).number;
  expect([openBudget('release'), openBudget('best'), openBudget('release')]).toEqual([1, 2, 1]);
  expect(alerts.openAlert(fresh).number).toBe(3);
});

test('a change that fails leaves the alert as it was, and others can write', () => {
  const file = `${import.meta.dirname}/.alerts-${process.pid}.sqlite`;
  const database = new DatabaseSync(file);
  try {
    const alerts = openAlerts(database);
    alerts.openAlert(fresh);
    const fail = (): never => {
      throw new Error('no');
    };
    expect(readAlerts(file, 'acme/sync')).toEqual([{ ...fresh, number: 1 }]);
    expect(readAlerts(`${file}.none`, 'acme/sync')).toEqual([]);
    expect(() => alerts.changeAlert('acme/sync', 1, fail)).toThrow('no');
    const other = openAlerts(new DatabaseSync(file));
    expect(other.listAlerts('acme/sync')).toEqual([{ ...fresh, number: 1 }]);
    other.openAlert({ ...fresh, commit: 'c2' });
    expect(alerts.listAlerts('acme/sync')).toHaveLength(2);
  } finally {
    database.close();
    rmSync(file, { force: true });
  }
});

function makeFile(): string {
  const folder = makeFolder();
  return join(folder, 'series.sqlite');
}

/** More rows than one turn of the process may take. */
function makeLargeBuild(): BuildPoints {
  const points = Array.from({ length: 1_600 }, (_, span) => makePoint({ span: `part ${span}` }));
  return { build: makeStoredBuild(1), points };
}

test('a large write lets others in this process have their turn', async () => {
  const store = openSqliteStore({ file: makeFile() });
  onTestFinished(() => store.close());
  // The guard reads what is there before the first write of a suite.
  await writeAll(store, makeBuild(2));
  let isWriting = true;
  let turns = 0;
  const takeTurn = (): void => {
    if (!isWriting) return;
    turns += 1;
    setImmediate(takeTurn);
  };
  setImmediate(takeTurn);
  await writeAll(store, makeLargeBuild());
  isWriting = false;
  expect(turns).toBeGreaterThan(1);
});

test('a large write that is aborted on its way leaves nothing', async () => {
  const store = openSqliteStore({ file: makeFile() });
  onTestFinished(() => store.close());
  await writeAll(store, makeBuild(2));
  const stop = new AbortController();
  setImmediate(() => stop.abort(new Error('enough')));
  await expect(store.write([makeLargeBuild()], stop.signal)).rejects.toThrow('enough');
  expect(await store.readBuild(makeStoredBuild(1))).toBeUndefined();
  await writeAll(store, makeBuild(3));
});

const descriptors = '/proc/self/fd';
const isListed = process.platform === 'linux';

/** The files of this process that are open below a path. */
function listOpen(file: string): string[] {
  return readdirSync(descriptors).flatMap((number) => {
    try {
      const target = readlinkSync(join(descriptors, number));
      return target.startsWith(file) ? [target] : [];
    } catch {
      // The one that lists them.
      return [];
    }
  });
}

test.skipIf(!isListed)('what is closed has no file open any more', async () => {
  const file = makeFile();
  const store = openSqliteStore({ file });
  await store.write([makeBuild(1)], never);
  const reader = openSqliteReader(file);
  expect(listOpen(file).length).toBeGreaterThan(0);
  await reader.close();
  await store.close();
  expect(listOpen(file)).toEqual([]);
});
