import { existsSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import {
  type Alert,
  type AlertStore,
  type FreshAlert,
  lastTransition,
} from '../../contract/alerts.ts';
import { transact } from '../../sqlite/transact.ts';
import { explainError } from './transaction.ts';
import { openForReading, openForWriting } from './open-database.ts';

type Row = { number: number; alert: string };

/**
 * Alerts in a file of SQLite: that of the series of one machine, or the ledger of the bot. The table is made where
 * there is none, and is nothing to those who do not know it. An alert is never deleted.
 */
export function openAlerts(database: DatabaseSync): AlertStore {
  database.exec(`CREATE TABLE IF NOT EXISTS alerts (
    repository TEXT NOT NULL,
    number INTEGER NOT NULL,
    suite TEXT NOT NULL,
    kind TEXT NOT NULL,
    commit_id TEXT NOT NULL,
    alert TEXT NOT NULL,
    PRIMARY KEY (repository, number),
    UNIQUE (repository, suite, kind, commit_id)
  ) WITHOUT ROWID`);
  const list = database.prepare(
    'SELECT number, alert FROM alerts WHERE repository = ? ORDER BY number DESC',
  );
  const find = database.prepare(
    'SELECT number, alert FROM alerts WHERE repository = ? AND number = ?',
  );
  const findSame = database.prepare(
    `SELECT number, alert FROM alerts
     WHERE repository = ? AND suite = ? AND kind = ? AND commit_id = ?`,
  );
  const next = database.prepare(
    'SELECT coalesce(max(number), 0) + 1 AS number FROM alerts WHERE repository = ?',
  );
  const insert = database.prepare(
    `INSERT INTO alerts (repository, number, suite, kind, commit_id, alert)
     VALUES (?, ?, ?, ?, ?, ?)`,
  );
  const update = database.prepare(
    'UPDATE alerts SET alert = ? WHERE repository = ? AND number = ?',
  );
  const add = (number: number, alert: FreshAlert): void => {
    const [repository, ...rest] = identify(alert);
    insert.run(repository, number, ...rest, JSON.stringify(alert));
  };
  return {
    listAlerts: (repository) => list.all(repository).map((row) => readAlert(row as Row)),
    openAlert: (alert) =>
      transact(database, () => {
        const same = findSame.get(...identify(alert));
        if (same !== undefined) return readAlert(same as Row);
        const { number } = next.get(alert.repository) as { number: number };
        add(number, alert);
        return { ...alert, number };
      }),
    changeAlert: (repository, number, change) =>
      transact(database, () => {
        const row = find.get(repository, number);
        if (row === undefined) return undefined;
        const before = readAlert(row as Row);
        const { number: _, ...after } = change(before);
        update.run(JSON.stringify(after), repository, number);
        return { ...after, number };
      }),
    restoreAlert: ({ number: own, ...alert }) =>
      transact(database, () => {
        const { repository } = alert;
        const same = findSame.get(...identify(alert));
        if (same === undefined) {
          const isTaken = find.get(repository, own) !== undefined;
          const { number } = isTaken
            ? (next.get(repository) as { number: number })
            : { number: own };
          add(number, alert);
          return;
        }
        const known = readAlert(same as Row);
        if (lastTransition(alert).atMs <= lastTransition(known).atMs) return;
        update.run(JSON.stringify(alert), repository, known.number);
      }),
  };
}

/** Identifies an alert: repository, suite, kind, commit. */
function identify({
  budget,
  commit,
  repository,
  suite,
}: FreshAlert): [string, string, string, string] {
  // The verdict on a push and its history show one change; one commit may exceed two budgets.
  const kind = budget === undefined ? 'change' : `budget ${budget.since}`;
  return [repository, suite, kind, commit];
}

function readAlert({ alert, number }: Row): Alert {
  return { ...(JSON.parse(alert) as FreshAlert), number };
}

/**
 * The alerts in the file of an embedded series store, which is opened for writing and closed again.
 * @throws StoreUnavailable when it cannot be opened or written now
 */
export function withSqliteAlerts<T>(file: string, work: (alerts: AlertStore) => T): T {
  try {
    const database = openForWriting(file);
    try {
      return work(openAlerts(database));
    } finally {
      database.close();
    }
  } catch (error) {
    throw explainError(error, `series file ${file}`);
  }
}

/**
 * The alerts of a repository, or of all, newest first, in the ledger of a bot or in a series file, whichever process
 * writes it.
 * Nothing is created: none where there is no file, or no alert in it yet.
 * @throws Error of SQLite where it is no such file
 */
export function readAlerts(file: string, repository?: string): Alert[] {
  if (!existsSync(file)) return [];
  const database = openForReading(file);
  try {
    const table = database.prepare("SELECT 1 FROM sqlite_master WHERE name = 'alerts'").get();
    if (table === undefined) return [];
    return database
      .prepare(
        'SELECT number, alert FROM alerts WHERE ?1 IS NULL OR repository = ?1 ORDER BY number DESC',
      )
      .all(repository ?? null)
      .map((row) => readAlert(row as Row));
  } finally {
    database.close();
  }
}
