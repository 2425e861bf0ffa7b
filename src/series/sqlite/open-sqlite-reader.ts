import type { StoreReader } from '../store-reader.ts';
import { explainError } from './errors.ts';
import { openForReading } from './open-database.ts';
import { openBuildReads } from './read-builds.ts';
import { readBuildFacts } from './read-rows.ts';
import { openSeriesReads } from './read-series.ts';

/**
 * An existing file, opened for reading: nothing is created, and its writers are not disturbed.
 * @throws StoreUnavailable when it cannot be opened for now; Error of SQLite when it is no such file
 */
export function openSqliteReader(file: string): StoreReader {
  const name = `series file ${file}`;
  const explained = <T>(work: () => T): T => {
    try {
      return work();
    } catch (error) {
      throw explainError(error, name);
    }
  };
  const database = explained(() => openForReading(file));
  try {
    const repositories = database.prepare('SELECT DISTINCT repository FROM builds ORDER BY 1');
    const newest = database.prepare(
      'SELECT at_ms, facts FROM builds WHERE repository = ? ORDER BY at_ms DESC, id DESC LIMIT ?',
    );
    const counted = database.prepare('SELECT count(*) AS n FROM builds WHERE repository = ?');
    const version = database.prepare('PRAGMA data_version');
    const { readLast } = openSeriesReads(database);
    return {
      name,
      readLast,
      ...openBuildReads(database),
      listRepositories: async () =>
        explained(() => repositories.all().map((row) => String(row['repository']))),
      listBuilds: async (repository, count) =>
        explained(() =>
          newest
            .all(repository, count)
            .map((row) => readBuildFacts(row as { at_ms: number; facts: string })),
        ),
      countBuilds: async (repository) => explained(() => Number(counted.get(repository)?.['n'])),
      // It counts what other connections committed since this one was opened.
      readVersion: async () => explained(() => String(version.get()?.['data_version'])),
      async close() {
        database.close();
      },
    };
  } catch (error) {
    database.close();
    throw explainError(error, name);
  }
}
