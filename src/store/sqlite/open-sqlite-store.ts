import type { DatabaseSync } from 'node:sqlite';
import { setImmediate as breathe } from 'node:timers/promises';
import { median } from 'simple-statistics';
import { watchPlace } from '../../sqlite/same-file.ts';
import { annotationKey, spanKey } from '../../contract/series-key.ts';
import { type CardinalityLimits, defaultLimits, openGuard } from '../cardinality-guard.ts';
import { lastOfEachBuild, refuseFaulty } from '../refuse-faulty.ts';
import { orderOfCommit } from '../order-values.ts';
import { startOfDay } from '../retention.ts';
import type { SeriesDay, BuildPoints, SeriesPoint, StoredBuild } from '../series-point.ts';
import { type DayQuery, type SeriesStore, StoreUnavailable } from '../series-store.ts';
import { encodeBranchKind, encodeSide } from './codes.ts';
import { explainError, openTransactions } from './transaction.ts';
import { openLetGo } from './let-go.ts';
import { openNameIds, type NameIds } from './name-ids.ts';
import { openForReading, openForWriting } from './open-database.ts';
import { unpackMetric, packRepeats } from './pack-repeats.ts';
import { openBuildReads } from './read-builds.ts';
import { readNames } from './read-rows.ts';
import { openSeriesReads } from './read-series.ts';

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
  const findFault = watchPlace(file);
  const requirePlace = (): void => {
    const fault = findFault();
    // Writes wait until the process is started again.
    if (fault !== undefined) throw new StoreUnavailable(fault.message, { cause: fault });
  };
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
      requirePlace();
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
      requirePlace();
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

/** After so many rows others in this process get their turn: about ten milliseconds. */
const rowsPerTurn = 500;

type WriteBuilds = (builds: readonly BuildPoints[], signal: AbortSignal) => Promise<void>;

/** Replaces what is stored of the builds; has to run in a transaction. */
function openWriteBuilds(database: DatabaseSync, ids: NameIds): WriteBuilds {
  const find = database.prepare(
    'SELECT id, at_ms FROM builds WHERE repository = ? AND suite = ? AND run = ?',
  );
  const insertBuild = database.prepare(
    `INSERT INTO builds (repository, suite, run, at_ms, order_ms, commit_id, facts)
     VALUES (?, ?, ?, ?, ?, ?, ?) RETURNING id, at_ms`,
  );
  const updateBuild = database.prepare(
    'UPDATE builds SET order_ms = ?, commit_id = ?, facts = ? WHERE id = ?',
  );
  const clear = database.prepare('DELETE FROM samples WHERE build = ?');
  const insert = database.prepare(
    `INSERT INTO samples (build, span, side, branch_kind, at_ms, metric_set, repeats, outliers)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
  );

  return async (builds, signal) => {
    let rows = 0;
    for (const { build, points } of builds) {
      const { id, at_ms: atMs } = enterBuild(build);
      const branchKind = encodeBranchKind(build.branchKind);
      for (const group of groupRepeats(points)) {
        const [first] = group;
        if (first === undefined) continue;
        const { metrics, repeats, outliers } = packRepeats(group);
        const span = ids.spanId(build, first);
        const set = ids.metricSetId(metrics);
        insert.run(id, span, encodeSide(first.side), branchKind, atMs, set, repeats, outliers);
        rows += 1;
        if (rows % rowsPerTurn === 0) {
          await breathe();
          signal.throwIfAborted();
        }
      }
    }
  };

  /** A build that is known keeps its time: its points must not move when a late shard began earlier. */
  function enterBuild(build: StoredBuild): { id: number; at_ms: number } {
    const { repository, suite, runId, atMs, commit } = build;
    const known = find.get(repository, suite, runId) as { id: number; at_ms: number } | undefined;
    const order = orderOfCommit({ ...build, atMs: known?.at_ms ?? atMs });
    const facts = JSON.stringify(build);
    if (known === undefined) {
      const entry = [repository, suite, runId, atMs, order, commit, facts];
      return insertBuild.get(...entry) as { id: number; at_ms: number };
    }
    updateBuild.run(order, commit, facts, known.id);
    clear.run(known.id);
    return known;
  }
}

/** The points of one span and side; of two of the same repeat the last counts. */
function groupRepeats(points: readonly SeriesPoint[]): SeriesPoint[][] {
  const groups = new Map<string, Map<number, SeriesPoint>>();
  for (const point of points) {
    const key = `${spanKey(point)}\u0000${point.side}`;
    let group = groups.get(key);
    if (group === undefined) {
      group = new Map<number, SeriesPoint>();
      groups.set(key, group);
    }
    group.set(point.repeat, point);
  }
  return [...groups.values()].map((group) => [...group.values()]);
}
