import type { DatabaseSync } from 'node:sqlite';
import type { Ledger } from './ledger.ts';
import { transact } from '../../../src/series/sqlite/transact.ts';

const dayMs = 24 * 60 * 60_000;

/** GitHub keeps what it delivered for three days, and redelivers nothing older. */
const keepAnswersMs = 7 * dayMs;
/** Long after any statistics that are shown, and any pull request that is still worked on. */
const keepLongestMs = 400 * dayMs;

/** Runs whose last attempt was judged before that moment, and that no open subject was judged by since. */
const isOfNoUse = `(repository, suite, run) IN (
  SELECT repository, suite, run FROM verdicts GROUP BY repository, suite, run HAVING max(at_ms) < ?)
  AND (repository, run) NOT IN (SELECT repository, run FROM runs)`;

/** Lets go what is of no use any more. Accepts and hints stay. */
export function openMaintenance(
  database: DatabaseSync,
  keepVerdictsMs: number,
): Pick<Ledger, 'maintain'> {
  const steps = [
    { sql: 'DELETE FROM answers WHERE at_ms < ?', keepMs: keepAnswersMs },
    // First, so that what is left of them is what somebody still looks at.
    { sql: 'DELETE FROM runs WHERE seen_ms < ?', keepMs: keepVerdictsMs },
    // What was asked for a run is of use while there is a verdict of it.
    { sql: `DELETE FROM confirmations WHERE ${isOfNoUse}`, keepMs: keepVerdictsMs },
    // All attempts of a run go together: a part of them would say something else.
    { sql: `DELETE FROM verdicts WHERE ${isOfNoUse}`, keepMs: keepVerdictsMs },
    { sql: 'DELETE FROM observations WHERE at_ms < ?', keepMs: keepVerdictsMs },
    { sql: 'DELETE FROM outcomes WHERE at_ms < ?', keepMs: keepLongestMs },
    { sql: 'DELETE FROM controls WHERE at_ms < ?', keepMs: keepLongestMs },
    { sql: 'DELETE FROM blind_spots WHERE at_ms < ?', keepMs: keepLongestMs },
    { sql: 'DELETE FROM subjects WHERE since_ms < ? AND due_ms IS NULL', keepMs: keepLongestMs },
  ].map(({ sql, keepMs }) => ({ statement: database.prepare(sql), keepMs }));
  return {
    maintain(nowMs) {
      transact(database, () => {
        for (const { statement, keepMs } of steps) statement.run(nowMs - keepMs);
      });
    },
  };
}
