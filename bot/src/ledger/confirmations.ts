import type { DatabaseSync } from 'node:sqlite';
import type { ConfirmationState } from '../../../src/gate/run-history.ts';
import type { Ledger } from './ledger.ts';

/** What was asked of GitHub to confirm an alarm. It is written before the request, so that no request is sent twice. */
export function openConfirmations(
  database: DatabaseSync,
): Pick<Ledger, 'readConfirmation' | 'writeConfirmation'> {
  const read = database.prepare(
    'SELECT state FROM confirmations WHERE repository = ? AND suite = ? AND run = ?',
  );
  const write = database.prepare(
    `INSERT INTO confirmations (repository, suite, run, state) VALUES (?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET state = excluded.state`,
  );
  return {
    readConfirmation({ repositoryId, suite, runId }) {
      const row = read.get(repositoryId, suite, runId) as { state: string } | undefined;
      return row === undefined ? undefined : (JSON.parse(row.state) as ConfirmationState);
    },
    writeConfirmation({ repositoryId, suite, runId }, state) {
      write.run(repositoryId, suite, runId, JSON.stringify(state));
    },
  };
}
