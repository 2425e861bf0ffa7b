import type { DatabaseSync } from 'node:sqlite';
import { setImmediate as breathe } from 'node:timers/promises';
import { median } from 'simple-statistics';
import { dayMs, type Retention, startOfDay } from '../retention.ts';
import { unpackRepeats } from './pack-repeats.ts';
import { readNames } from './read-rows.ts';
import type { Transact } from './transaction.ts';

type SampleColumns = {
  span: number;
  side: number;
  branch_kind: number;
  repeats: Uint8Array;
  outliers: Uint8Array | null;
  names: string;
};

export type LetGo = (nowMs: number) => Promise<void>;

/**
 * Takes out what is older than the file is to keep: whole days (UTC), one in a transaction, the oldest first.
 * The median of such a day stays for each series.
 */
export function openLetGo(database: DatabaseSync, transact: Transact): LetGo {
  const oldest = database.prepare('SELECT min(at_ms) AS ms FROM builds');
  const samples = database.prepare(
    `SELECT s.span, s.side, s.branch_kind, s.repeats, s.outliers, m.names
     FROM builds b JOIN samples s ON s.build = b.id JOIN metric_sets m ON m.id = s.metric_set
     WHERE b.at_ms >= ? AND b.at_ms < ? ORDER BY s.span, s.side, s.branch_kind`,
  );
  const insert = database.prepare(
    `INSERT INTO days (span, side, branch_kind, metric, day_ms, median)
     VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
  );
  const deleteSamples = database.prepare(
    'DELETE FROM samples WHERE build IN (SELECT id FROM builds WHERE at_ms >= ? AND at_ms < ?)',
  );
  const deleteBuilds = database.prepare('DELETE FROM builds WHERE at_ms >= ? AND at_ms < ?');
  const deleteDays = database.prepare('DELETE FROM days WHERE day_ms < ?');

  return async (nowMs) => {
    const { keepDays, keepMediansDays } = readRetention(database);
    while (keepDays !== undefined) {
      const { ms } = oldest.get() as { ms: number | null };
      if (ms === null) break;
      const day = startOfDay(ms);
      if (day + dayMs > nowMs - keepDays * dayMs) break;
      await transact(async () => letDayGo(day));
      await breathe();
    }
    if (keepMediansDays === undefined) return;
    await transact(async () => deleteDays.run(startOfDay(nowMs - keepMediansDays * dayMs)));
  };

  function letDayGo(day: number): void {
    const end = day + dayMs;
    let group: SampleColumns[] = [];
    for (const row of samples.iterate(day, end)) {
      const sample = row as SampleColumns;
      if (group[0] !== undefined && !isSameSeries(group[0], sample)) {
        keepMedians(group, day);
        group = [];
      }
      group.push(sample);
    }
    keepMedians(group, day);
    deleteSamples.run(day, end);
    deleteBuilds.run(day, end);
  }

  function keepMedians(group: readonly SampleColumns[], day: number): void {
    const [first] = group;
    if (first === undefined) return;
    const { span, side, branch_kind: kind } = first;
    for (const [metric, values] of listValues(group)) {
      insert.run(span, side, kind, metric, day, median(values));
    }
  }
}

function listValues(group: readonly SampleColumns[]): Map<string, number[]> {
  const byMetric = new Map<string, number[]>();
  for (const sample of group) {
    for (const { values } of unpackRepeats({ ...sample, metrics: readNames(sample.names) })) {
      for (const [metric, value] of Object.entries(values)) {
        const own = byMetric.get(metric);
        if (own === undefined) byMetric.set(metric, [value]);
        else own.push(value);
      }
    }
  }
  return byMetric;
}

function isSameSeries(a: SampleColumns, b: SampleColumns): boolean {
  return a.span === b.span && a.side === b.side && a.branch_kind === b.branch_kind;
}

export function readRetention(database: DatabaseSync): Retention {
  const row = database.prepare("SELECT value FROM settings WHERE name = 'retention'").get();
  return row === undefined ? {} : (JSON.parse((row as { value: string }).value) as Retention);
}

export function writeRetention(database: DatabaseSync, retention: Retention): void {
  database
    .prepare(
      `INSERT INTO settings (name, value) VALUES ('retention', ?)
       ON CONFLICT DO UPDATE SET value = excluded.value`,
    )
    .run(JSON.stringify(retention));
}
