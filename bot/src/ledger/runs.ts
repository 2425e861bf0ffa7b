import type { DatabaseSync } from 'node:sqlite';
import type { SeenRun } from '../runs/run.ts';
import type { Ledger } from './ledger.ts';

/** What a look only repeats is written again after this long, so that maintenance knows of the look. */
const repeatAfterMs = 24 * 60 * 60_000;

/** The runs of each commit, as they were seen last: CIs forget them, and people delete them. */
export function openRuns(database: DatabaseSync): Pick<Ledger, 'noteRun' | 'listSeen'> {
  const find = database.prepare(
    'SELECT seen, seen_ms FROM runs WHERE repository = ? AND commit_id = ? AND run = ?',
  );
  const note = database.prepare(
    `INSERT INTO runs (repository, commit_id, run, seen, seen_ms) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET seen = excluded.seen, seen_ms = excluded.seen_ms`,
  );
  const list = database.prepare('SELECT seen FROM runs WHERE repository = ? AND commit_id = ?');
  return {
    noteRun(repositoryId, commit, seen, nowMs) {
      const text = JSON.stringify(seen);
      const id = [repositoryId, commit, seen.run.id] as const;
      const known = find.get(...id) as { seen: string; seen_ms: number } | undefined;
      if (known?.seen === text && nowMs - known.seen_ms < repeatAfterMs) return;
      note.run(...id, text, nowMs);
    },
    listSeen(repositoryId, commit) {
      const rows = list.all(repositoryId, commit) as { seen: string }[];
      const all = rows.map(({ seen }) => JSON.parse(seen) as SeenRun);
      return new Map(all.map((seen) => [seen.run.id, seen]));
    },
  };
}
