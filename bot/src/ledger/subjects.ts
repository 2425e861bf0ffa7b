import type { DatabaseSync } from 'node:sqlite';
import { type Subject, subjectKey } from '../subject.ts';
import type { Ledger } from './ledger.ts';

type HeadRow = { subject: string; head: string | null; previous: string | null; since_ms: number };

/** Which commit of what is looked at since when, what is to be looked at when, and what is not done. */
export function openSubjects(
  database: DatabaseSync,
): Pick<Ledger, 'noteHead' | 'scheduleLook' | 'listDue' | 'noteFinished' | 'listUnfinished'> {
  const find = database.prepare(
    'SELECT subject, head, previous, since_ms FROM subjects WHERE key = ?',
  );
  // All right-hand sides see the row as it was.
  const note = database.prepare(
    `INSERT INTO subjects (key, subject, head, since_ms, is_finished) VALUES (?, ?, ?, ?, 0)
     ON CONFLICT DO UPDATE SET
       subject = excluded.subject, head = excluded.head,
       previous = CASE WHEN head = excluded.head THEN previous ELSE head END,
       since_ms = CASE WHEN head = excluded.head THEN since_ms ELSE excluded.since_ms END,
       is_finished = CASE WHEN head = excluded.head THEN is_finished ELSE 0 END
     RETURNING previous, since_ms`,
  );
  const schedule = database.prepare(
    `INSERT INTO subjects (key, subject, due_ms, is_finished) VALUES (?, ?, ?, 0)
     ON CONFLICT DO UPDATE SET subject = excluded.subject, due_ms = excluded.due_ms`,
  );
  const unschedule = database.prepare(
    'UPDATE subjects SET due_ms = NULL WHERE key = ? AND due_ms IS NOT NULL',
  );
  const due = database.prepare('SELECT subject FROM subjects WHERE due_ms <= ? ORDER BY due_ms');
  const finish = database.prepare(
    `INSERT INTO subjects (key, subject, is_finished) VALUES (?, ?, ?)
     ON CONFLICT DO UPDATE SET is_finished = excluded.is_finished
     WHERE is_finished != excluded.is_finished`,
  );
  const unfinished = database.prepare(
    'SELECT subject FROM subjects WHERE is_finished = 0 ORDER BY since_ms',
  );

  return {
    noteHead(subject, head, nowMs) {
      const key = subjectKey(subject);
      const text = JSON.stringify(subject);
      const known = find.get(key) as HeadRow | undefined;
      // The usual case, which needs no write: each look asks.
      if (known?.head === head && known.subject === text) return readHead(known);
      return readHead(note.get(key, text, head, nowMs) as HeadRow);
    },
    scheduleLook(subject, atMs) {
      if (atMs === undefined) unschedule.run(subjectKey(subject));
      else schedule.run(subjectKey(subject), JSON.stringify(subject), atMs);
    },
    listDue: (nowMs) => due.all(nowMs).map(readSubject),
    noteFinished(subject, isFinished) {
      finish.run(subjectKey(subject), JSON.stringify(subject), isFinished ? 1 : 0);
    },
    listUnfinished: () => unfinished.all().map(readSubject),
  };
}

function readHead({ since_ms: sinceMs, previous }: Pick<HeadRow, 'since_ms' | 'previous'>) {
  return { sinceMs, ...(previous === null ? {} : { previous }) };
}

function readSubject(row: Record<string, unknown>): Subject {
  return JSON.parse((row as { subject: string }).subject) as Subject;
}
