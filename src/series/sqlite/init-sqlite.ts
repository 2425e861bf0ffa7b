import { describeKept } from '../describe-kept.ts';
import type { Retention } from '../retention.ts';
import { explainError } from './errors.ts';
import { writeRetention } from './let-go.ts';
import { openForWriting } from './open-database.ts';

/**
 * Makes the file where there is none, and says how long it keeps what; the service then acts on it.
 * @returns what there is now, one line each
 * @throws StoreUnavailable when the file cannot be opened or written
 */
export function initSqlite(file: string, retention: Retention): string[] {
  const name = `series file ${file}`;
  try {
    const database = openForWriting(file);
    try {
      writeRetention(database, retention);
    } finally {
      database.close();
    }
  } catch (error) {
    throw explainError(error, name);
  }
  return [
    `${name}: points ${describeKept(retention.keepDays)}`,
    `${name}: medians of days ${describeKept(retention.keepMediansDays)}`,
  ];
}
