import type { DatabaseSync } from 'node:sqlite';
import { packJson } from '../../../src/serving/pack-json.ts';
import type { Ledger } from './ledger.ts';

/** For the dashboard, which has no perigee.yml. */
export function openBudgets(database: DatabaseSync): Pick<Ledger, 'keepBudget'> {
  // Every write makes the dashboard compute its answers again: what did not change is not written.
  const keep = database.prepare(
    `INSERT INTO budgets (repository, suite, budget) VALUES (?, ?, ?)
     ON CONFLICT DO UPDATE SET budget = excluded.budget WHERE budget IS NOT excluded.budget`,
  );
  return {
    keepBudget({ repositoryId, suite }, budget) {
      keep.run(repositoryId, suite, budget === undefined ? null : packJson(budget));
    },
  };
}
