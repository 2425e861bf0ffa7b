import type { DatabaseSync } from 'node:sqlite';

/** An answer to a command, kept before it is posted: after a crash it is posted, and nothing is done twice. */
export interface Answer {
  /** Number of the pull request; 0 if the command came from elsewhere. */
  number: number;
  text: string;
  /** Whether it went to a person without write access. */
  toOutsider: boolean;
}

export interface Answers {
  findAnswer(repositoryId: number, key: string): Answer | undefined;
  /** The first one for a key stays. */
  keepAnswer(repositoryId: number, key: string, answer: Answer, atMs: number): void;
  /** Those that people without write access got on this pull request since then. */
  countAnswersToOutsiders(repositoryId: number, number: number, sinceMs: number): number;
}

export function openAnswers(database: DatabaseSync): Answers {
  const find = database.prepare(
    'SELECT pull_request, text, to_outsider FROM answers WHERE repository = ? AND key = ?',
  );
  const keep = database.prepare(
    `INSERT INTO answers (repository, key, pull_request, text, to_outsider, at_ms)
     VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
  );
  const count = database.prepare(
    `SELECT count(*) AS answers FROM answers
     WHERE repository = ? AND pull_request = ? AND to_outsider = 1 AND at_ms >= ?`,
  );
  return {
    findAnswer(repositoryId, key) {
      const row = find.get(repositoryId, key) as
        | { pull_request: number; text: string; to_outsider: number }
        | undefined;
      if (row === undefined) return undefined;
      return { number: row.pull_request, text: row.text, toOutsider: row.to_outsider === 1 };
    },
    keepAnswer(repositoryId, key, { number, text, toOutsider }, atMs) {
      keep.run(repositoryId, key, number, text, toOutsider ? 1 : 0, atMs);
    },
    countAnswersToOutsiders(repositoryId, number, sinceMs) {
      return (count.get(repositoryId, number, sinceMs) as { answers: number }).answers;
    },
  };
}
