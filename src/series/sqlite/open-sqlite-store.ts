import type { DatabaseSync } from 'node:sqlite';
import { median } from 'simple-statistics';
import { annotationKey } from '../../contract/series-key.ts';
import { type CardinalityLimits, defaultLimits, openGuard } from '../cardinality-guard.ts';
import { lastOfEachBuild } from '../last-of-each-build.ts';
import { refuseFaulty } from '../refuse-faulty.ts';
import { startOfDay } from '../retention.ts';
import type { SeriesDay } from '../series-point.ts';
import type { SeriesStore, DayQuery } from '../series-store.ts';
import { encodeBranchKind, encodeSide } from './codes.ts';
import { explainError } from './errors.ts';
import { openLetGo } from './let-go.ts';
import { openNameIds } from './name-ids.ts';
import { openForReading, openForWriting } from './open-database.ts';
import { unpackMetric } from './pack-repeats.ts';
import { openBuildReads } from './read-builds.ts';
import { readNames } from './read-rows.ts';
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

type ReadDays = (query: DayQuery, count: number) => Promise<SeriesDay[]>;

type SampleColumns = {
  at_ms: number;
  repeats: Uint8Array;
  outliers: Uint8Array | null;
  names: string;
};

function openReadDays(database: DatabaseSync): ReadDays {
  const findSpan = database.prepare(
    `SELECT id FROM spans WHERE repository = ? AND suite = ? AND test = ? AND span = ?
     AND platform = ? AND annotations = ?`,
  );
  const kept = database.prepare(
    `SELECT day_ms AS dayMs, median FROM days
     WHERE span = ? AND side = ? AND branch_kind = ? AND metric = ?
     ORDER BY day_ms DESC LIMIT ?`,
  );
  const newestFirst = database.prepare(
    `SELECT s.at_ms, s.repeats, s.outliers, m.names
     FROM samples s JOIN metric_sets m ON m.id = s.metric_set
     WHERE s.span = ? AND s.side = ? AND s.branch_kind = ? ORDER BY s.at_ms DESC`,
  );

  return async (query, count) => {
    const { repository, suite, test, span, platform, metric } = query;
    const annotations = annotationKey(query.annotations);
    const found = findSpan.get(repository, suite, test, span, platform, annotations);
    if (found === undefined) return [];
    const { id } = found as { id: number };
    const series = [id, encodeSide(query.side), encodeBranchKind(query.branchKind)] as const;
    const days = new Map(readLive(series, metric, count));
    for (const row of kept.all(...series, metric, count)) {
      const day = row as { dayMs: number; median: number };
      // The median that was kept is of the whole day, and what is left of it may be a late part.
      days.set(day.dayMs, day.median);
    }
    return [...days]
      .map(([dayMs, value]) => ({ dayMs, median: value }))
      .sort((a, b) => a.dayMs - b.dayMs)
      .slice(-count);
  };

  function readLive(
    series: readonly [number, number, number],
    metric: string,
    count: number,
  ): [number, number][] {
    const days = new Map<number, number[]>();
    for (const row of newestFirst.iterate(...series)) {
      const sample = row as SampleColumns;
      const dayMs = startOfDay(sample.at_ms);
      if (days.size >= count && !days.has(dayMs)) break;
      const found = unpackMetric({ ...sample, metrics: readNames(sample.names) }, metric);
      if (found.length === 0) continue;
      const own = days.get(dayMs) ?? [];
      days.set(dayMs, own);
      own.push(...found.map(({ value }) => value));
    }
    return [...days].map(([day, values]) => [day, median(values)]);
  }
}
