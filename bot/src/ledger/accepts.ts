import type { DatabaseSync } from 'node:sqlite';
import type { Accept, AcceptedSeries } from '../../../src/gate/accept.ts';
import type { Ledger } from './ledger.ts';
import { packJson, unpackJson } from '../../../src/settings/pack-json.ts';
import { transact } from '../../../src/sqlite/transact.ts';

type AcceptRow = {
  repository: number;
  number: number;
  pull_request: number | null;
  commit_id: string;
  series: string | Uint8Array;
  by_login: string;
  because: string;
  at_ms: number;
  until: string | null;
  taken_back_by: string | null;
  taken_back_ms: number | null;
};

export interface AcceptKeys {
  /** The accept that this key made, whatever became of it. */
  findAccept(repositoryId: number, key: string): Accept | undefined;
}

/** Accepts are never deleted: who let what pass has to be there years later. */
export function openAccepts(
  database: DatabaseSync,
): Pick<Ledger, 'addAccept' | 'listAccepts' | 'takeBackAccept'> & AcceptKeys {
  const byKey = database.prepare('SELECT * FROM accepts WHERE repository = ? AND asked_by = ?');
  const next = database.prepare(
    'SELECT coalesce(max(number), 0) + 1 AS number FROM accepts WHERE repository = ?',
  );
  const insert = database.prepare(
    `INSERT INTO accepts (repository, number, asked_by, pull_request, commit_id, series, by_login,
       because, at_ms, until, ends_ms, taken_back_by, taken_back_ms)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const all = database.prepare('SELECT * FROM accepts WHERE repository = ? ORDER BY number');
  const standing = database.prepare(
    `SELECT * FROM accepts WHERE repository = ? AND taken_back_ms IS NULL
       AND (ends_ms IS NULL OR ends_ms > ?) ORDER BY number`,
  );
  const takeBack = database.prepare(
    `UPDATE accepts SET taken_back_by = ?, taken_back_ms = ?
     WHERE repository = ? AND number = ? AND taken_back_ms IS NULL`,
  );

  const findAccept: AcceptKeys['findAccept'] = (repositoryId, key) => {
    const row = byKey.get(repositoryId, key);
    return row === undefined ? undefined : readAccept(row as AcceptRow);
  };

  return {
    findAccept,
    addAccept(accept, key) {
      return transact(database, () => {
        const before = key === undefined ? undefined : findAccept(accept.repositoryId, key);
        if (before !== undefined) return before;
        const { number } = next.get(accept.repositoryId) as { number: number };
        const { until, takenBack } = accept;
        insert.run(
          accept.repositoryId,
          number,
          key ?? null,
          accept.number ?? null,
          accept.commit,
          packJson(accept.series),
          accept.by,
          accept.because,
          accept.atMs,
          until ?? null,
          until === undefined ? null : endOfDayMs(until),
          takenBack?.by ?? null,
          takenBack?.atMs ?? null,
        );
        return { ...accept, id: `A${number}` };
      });
    },
    listAccepts(repositoryId, nowMs, options = {}) {
      const rows = options.all === true ? all.all(repositoryId) : standing.all(repositoryId, nowMs);
      return rows.map((row) => readAccept(row as AcceptRow));
    },
    takeBackAccept(repositoryId, id, by, atMs) {
      const number = /^A([1-9]\d{0,14})$/.exec(id)?.[1];
      if (number === undefined) return false;
      return takeBack.run(by, atMs, repositoryId, Number(number)).changes === 1;
    },
  };
}

function readAccept(row: AcceptRow): Accept {
  const { taken_back_by: by, taken_back_ms: atMs } = row;
  return {
    id: `A${row.number}`,
    repositoryId: row.repository,
    ...(row.pull_request === null ? {} : { number: row.pull_request }),
    commit: row.commit_id,
    series: unpackJson(row.series) as AcceptedSeries[],
    by: row.by_login,
    because: row.because,
    atMs: row.at_ms,
    ...(row.until === null ? {} : { until: row.until }),
    ...(by === null || atMs === null ? {} : { takenBack: { by, atMs } }),
  };
}
const dayMs = 24 * 60 * 60_000;

/** @param day `YYYY-MM-DD` @returns when it is over in UTC, in milliseconds since 1970 */
export function endOfDayMs(day: string): number {
  return Date.parse(`${day}T00:00:00Z`) + dayMs;
}
