import { sortNewestFirst } from '../order-values.ts';
import type { StoreReader } from '../series-store.ts';
import { explainError } from './transaction.ts';
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
    // All of the oldest millisecond: which of its builds are the newest, the index does not say.
    const newest = database.prepare(
      `SELECT at_ms, facts FROM builds WHERE repository = ?1 AND at_ms >= ifnull(
         (SELECT at_ms FROM builds WHERE repository = ?1 ORDER BY at_ms DESC LIMIT 1 OFFSET ?2 - 1),
         0)`,
    );
    const counted = database.prepare(
      'SELECT suite, count(*) AS n FROM builds WHERE repository = ? GROUP BY suite ORDER BY suite',
    );
    const version = database.prepare('PRAGMA data_version');
    const { readLast } = openSeriesReads(database);
    const { listSpans, readBuild } = openBuildReads(database);
    return {
      ...{ name, readLast, listSpans, readBuild },
      readPoints: async (build) => (await readBuild(build))?.points ?? [],
      listRepositories: async () =>
        explained(() => repositories.all().map((row) => String(row['repository']))),
      listBuilds: async (repository, count) =>
        explained(() => {
          const rows = newest.all(repository, count) as { at_ms: number; facts: string }[];
          return sortNewestFirst(rows.map(readBuildFacts)).slice(0, count);
        }),
      countBuilds: async (repository) =>
        explained(() => {
          const rows = counted.all(repository) as { suite: string; n: number }[];
          return new Map(rows.map(({ n, suite }) => [suite, n]));
        }),
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
