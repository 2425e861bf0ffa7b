import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AlertStore } from '../../contract/alerts.ts';
import { countThings } from '../../contract/count-things.ts';
import { exitCode, UserError } from '../../contract/user-error.ts';
import { openInfluxReader } from '../../store/influx/open-influx-reader.ts';
import { StoreUnavailable, type StoreReader } from '../../store/series-store.ts';
import { withSqliteAlerts } from '../../store/sqlite/open-alerts.ts';
import { tidyAfterReading } from '../../store/sqlite/open-database.ts';
import { openSqliteReader } from '../../store/sqlite/open-sqlite-reader.ts';
import { chooseSeriesStore, type SeriesChoice } from '../choose-series-store.ts';
import { askForRepository, nameLocally } from '../name-repository.ts';
import { openRuns } from '../open/gather-runs.ts';
import type { StorePlace } from '../shared-options.ts';
import { findFolder } from '../workplace.ts';

/**
 * Looks into the store of the service, and closes it again.
 * @throws UserError with exit code 2 when there is no store, with 3 when it cannot be reached
 */
export async function withReader<T>(
  options: StorePlace,
  look: (reader: StoreReader) => Promise<T>,
): Promise<T> {
  const choice = chooseSeriesStore(options, process.env);
  const file = choice.kind === 'sqlite' ? choice.file : undefined;
  const isInUse = file !== undefined && existsSync(`${file}-wal`);
  try {
    const reader = openReader(choice);
    try {
      return await look(reader);
    } finally {
      await reader.close();
      if (file !== undefined && !isInUse) tidyAfterReading(file);
    }
  } catch (cause) {
    if (cause instanceof StoreUnavailable) throw formatUnreachable(cause);
    if (choice.kind === 'sqlite' && isOfSqlite(cause)) throw refuseFile(choice.file, cause);
    throw cause;
  }
}

/** Looks into that store, or into the runs of this machine where there is none, as `perigee open` does. */
export async function withStoreOrRuns<T>(
  options: StorePlace & { repository?: string },
  look: (reader: StoreReader) => Promise<T>,
): Promise<T> {
  const choice = chooseSeriesStore(options, process.env);
  const root = findFolder(process.cwd());
  const isOther = options.repository !== undefined && options.repository !== nameLocally(root);
  const isNamed = options.file !== undefined || isOther;
  if (isNamed || choice.kind === 'influx' || existsSync(choice.file)) {
    return withReader(options, look);
  }
  const scratch = mkdtempSync(join(tmpdir(), 'perigee-runs-'));
  try {
    const file = join(scratch, 'series.sqlite');
    const many = await openRuns({ file, root }).gather();
    if (many === 0) throw refuseMissing(choice.file);
    process.stderr.write(`There is no store: ${countThings(many, 'run')} of this machine\n`);
    return await withReader({ file }, look);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** The alerts in the file of an embedded store. @throws UserError with exit code 3 when it cannot be written now */
export function withAlerts<T>(file: string, work: (alerts: AlertStore) => T): T {
  try {
    return withSqliteAlerts(file, work);
  } catch (cause) {
    throw cause instanceof StoreUnavailable ? formatUnreachable(cause) : cause;
  }
}

/** A command that only reads must not create a store. */
function openReader(choice: SeriesChoice): StoreReader {
  if (choice.kind === 'influx') return openInfluxReader(choice.settings);
  if (existsSync(choice.file)) return openSqliteReader(choice.file);
  throw refuseMissing(choice.file);
}

/** Why runs that are there are not in it. */
export const contentsOfStore =
  'a store holds builds of a CI and runs that `perigee publish` handed to the service; other runs of this machine, such as those of `perigee patch`, are in .perigee/runs alone, and `perigee report` shows them';

/** For commands that need what a service has stored. */
export function refuseMissing(file: string): UserError {
  return new UserError({
    where: file,
    seen: 'there is no series store',
    also: [contentsOfStore],
    expected: 'the file that `perigee serve` writes, or settings with InfluxDB in them',
    remedy: `to store the runs of this machine: \`perigee publish --all${askForRepository(process.cwd())}\`, then \`perigee serve\`; where a service has stored them, name its file with --file or its settings with --config`,
  });
}

/** Exit code 3: nothing is wrong with what was asked. */
export function formatUnreachable(
  cause: StoreUnavailable,
  expected = 'a store that answers',
): UserError {
  return new UserError({
    seen: cause.message,
    expected,
    remedy: 'check its address, its token, and whether it runs',
    exitCode: exitCode.couldNotMeasure,
    cause,
  });
}

function isOfSqlite(error: unknown): error is Error {
  return error instanceof Error && 'errcode' in error;
}

function refuseFile(file: string, cause: Error): UserError {
  return new UserError({
    where: file,
    seen: `this is no series store: ${cause.message}`,
    expected: 'the file series.sqlite in the data folder of a service',
    remedy: 'name it with --file',
    cause,
  });
}
