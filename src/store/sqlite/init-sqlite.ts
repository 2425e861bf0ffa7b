import { existsSync } from 'node:fs';
import { describeKept, type AskedRetention, decideDays } from '../retention.ts';
import { explainError } from './transaction.ts';
import { readRetention, writeRetention } from './let-go.ts';
import { openForWriting } from './open-database.ts';

/**
 * Creates the file if it does not exist, and sets its retention; the service then applies it.
 * An existing file keeps its retention unless an option changes it: one that never had an option
 * keeps all for ever, and must not begin to forget by itself.
 * @returns what there is now, one line each
 * @throws StoreUnavailable when the file cannot be opened or written
 */
export function initSqlite(file: string, asked: AskedRetention): string[] {
  const name = `series file ${file}`;
  const isThere = existsSync(file);
  try {
    const database = openForWriting(file);
    try {
      const before = isThere ? readRetention(database) : undefined;
      const decide = (which: keyof AskedRetention) =>
        decideDays(which, asked, before && { days: before[which] });
      const points = decide('keepDays');
      const medians = decide('keepMediansDays');
      writeRetention(database, {
        keepDays: points.days,
        keepMediansDays: medians.days,
      });
      return [
        `${name}: points ${describeKept(points)}`,
        `${name}: medians of days ${describeKept(medians)}`,
      ];
    } finally {
      database.close();
    }
  } catch (error) {
    throw explainError(error, name);
  }
}
