import { type CardinalityLimits, defaultLimits, openGuard } from '../cardinality-guard.ts';
import { lastOfEachBuild } from '../last-of-each-build.ts';
import { refuseFaulty } from '../refuse-faulty.ts';
import type { SeriesStore } from '../series-store.ts';
import { explainError } from './errors.ts';
import { openLetGo } from './let-go.ts';
import { openNameIds } from './name-ids.ts';
import { openForReading, openForWriting } from './open-database.ts';
import { openBuildReads } from './read-builds.ts';
import { openReadDays } from './read-days.ts';
import { openSeriesReads } from './read-series.ts';
import { openTransactions } from './transaction.ts';
import { openWriteBuilds } from './write-builds.ts';

export interface SqliteStoreSettings {
  /** Created with its folder if it does not exist. Several processes may have it open. */
  file: string;
  limits?: CardinalityLimits;
}

/**
 * The series store of one machine: a file.
 * @throws StoreUnavailable when it cannot be opened for now; Error when it is no such file
 */
export function openSqliteStore({
  file,
  limits = defaultLimits,
}: SqliteStoreSettings): SeriesStore {
  const name = `series file ${file}`;
  const writer = open(() => openForWriting(file), name);
  const reader = open(() => openForReading(file), name);
  const transact = openTransactions(writer, name);
  const ids = openNameIds(writer);
  const writeBuilds = openWriteBuilds(writer, ids);
  const letGo = openLetGo(writer, transact);
  const series = openSeriesReads(reader);
  const builds = openBuildReads(reader);
  const guard = openGuard({
    limits,
    listSpans: builds.listSpans,
    now: () => performance.now(),
  });
  return {
    name,
    async write(wanted, signal) {
      signal.throwIfAborted();
      const sound = refuseFaulty(lastOfEachBuild(wanted));
      const admitted = await guard.admit(sound.builds);
      try {
        await transact(() => writeBuilds(admitted.builds, signal), signal);
      } catch (error) {
        ids.forget();
        throw error;
      }
      const written = admitted.builds.reduce((sum, { points }) => sum + points.length, 0);
      return { written, refused: [...sound.refused, ...admitted.refused] };
    },
    ...series,
    ...builds,
    readDays: openReadDays(reader),
    /** Nothing but Perigee asks a file, and the ledger has them. */
    keepMarks: async () => undefined,
    maintain: letGo,
    async ping() {
      open(() => reader.prepare('SELECT count(*) FROM settings').get(), name);
    },
    async close() {
      await transact(async () => undefined);
      reader.close();
      writer.close();
    },
  };
}

function open<T>(work: () => T, name: string): T {
  try {
    return work();
  } catch (error) {
    throw explainError(error, name);
  }
}
