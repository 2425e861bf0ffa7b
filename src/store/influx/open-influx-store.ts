import type { BuildKey } from '../../contract/documents.ts';
import { defaultLimits, openGuard } from '../cardinality-guard.ts';
import { lastOfEachBuild, refuseFaulty } from '../refuse-faulty.ts';
import { sortSpans, timeOfBuild } from '../order-values.ts';
import type { BuildPoints, StoredSpan, SeriesPoint, StoredBuild } from '../series-point.ts';
import type { SeriesStore, Refusal } from '../series-store.ts';
import { connect, type Connection } from './connect.ts';
import { findBuilds, findKnown, type KnownBuild } from './find-builds.ts';
import { type InfluxSettings, LinesRefused } from './transport.ts';
import { isEqual, quoteName, select } from './influxql.ts';
import { keepMarks } from './keep-marks.ts';
import { linesOfBuild, type Line } from './lines.ts';
import { measurement } from './names.ts';
import { readDays } from './read-days.ts';
import { readPoints, readSpan } from './read-points.ts';
import { openSeriesReads } from './read-series.ts';
import { readText, runQueries } from './run-queries.ts';
import { decodeTag, encodeTag } from './tag-text.ts';
import { DeleteAPI } from '@influxdata/influxdb-client-apis';
import { nameOfPoint, shapeOfPoints } from './shape-of-points.ts';

/** The series store of many machines: InfluxDB 2. Nothing is asked of the server before the first use. */
export function openInfluxStore(settings: InfluxSettings): SeriesStore {
  const connection = connect(settings);
  const { limits = defaultLimits } = settings;
  const guard = openGuard({ limits, listSpans, now: () => performance.now() });
  return {
    name: connection.name,
    async write(wanted, signal) {
      signal.throwIfAborted();
      const sound = refuseFaulty(lastOfEachBuild(wanted));
      const admitted = await guard.admit(sound.builds);
      const builds = await prepare(admitted.builds, signal);
      const refused = await writeLines(connection, linesOf(builds), signal);
      const points = builds.reduce((sum, one) => sum + one.points.length, 0);
      return {
        written: points - refused.length,
        refused: [...sound.refused, ...admitted.refused, ...refused],
      };
    },
    ...openSeriesReads(connection),
    readDays: (query, count) => readDays(connection, query, count),
    readBuild,
    listSpans,
    keepMarks: (repository, marks, signal) => keepMarks(connection, { repository, marks }, signal),
    /** Retention and medians are the server's own work: `perigee store init` sets them up. */
    maintain: async () => undefined,
    async ping(signal) {
      await runQueries(connection, [`SHOW TAG KEYS FROM ${quoteName(measurement.builds)}`], {
        signal,
      });
      // A comment: the server looks whether the token may write before it finds that nothing is to be written.
      await connection.write(['#'], signal).catch((error: unknown) => {
        if (!(error instanceof LinesRefused)) throw error;
      });
    },
    close: async () => connection.close(),
  };

  /** A known build keeps its time, and keeps no point that is not written again. */
  async function prepare(
    builds: readonly BuildPoints[],
    signal: AbortSignal,
  ): Promise<BuildPoints[]> {
    const known = await findKnown(
      connection,
      builds.map(({ build }) => build),
      signal,
    );
    const prepared: BuildPoints[] = [];
    for (const [place, { build, points }] of builds.entries()) {
      const before = known[place];
      const next = { build: { ...build, atMs: before?.build.atMs ?? build.atMs }, points };
      if (before !== undefined) await clearStale(connection, before, next, signal);
      prepared.push(next);
    }
    return prepared;
  }

  async function readBuild(key: BuildKey): Promise<BuildPoints | undefined> {
    const builds = await findBuilds(connection, key, [isEqual('id', encodeTag(key.runId))]);
    const build = builds.get(key.runId);
    return build === undefined ? undefined : { build, points: await readPoints(connection, build) };
  }

  async function listSpans(repository: string, suite?: string): Promise<StoredSpan[]> {
    const conditions = [
      isEqual('repository', encodeTag(repository)),
      ...(suite === undefined ? [] : [isEqual('suite', encodeTag(suite))]),
    ];
    const columns = `last(${quoteName('metrics')}) AS metrics`;
    const query = select(columns, measurement.spans, conditions, 'GROUP BY *');
    const [groups = []] = await runQueries(connection, [query]);
    const spans = groups.flatMap(({ tags, rows: [row] }) => {
      if (row === undefined) return [];
      const metrics = JSON.parse(readText(row, 'metrics')) as string[];
      const name = decodeTag(tags['suite'] ?? '');
      return [{ repository, suite: name, ...readSpan(tags), metrics }];
    });
    return sortSpans(spans);
  }
}

function* linesOf(builds: readonly BuildPoints[]): ReturnType<typeof linesOfBuild> {
  for (const build of builds) yield* linesOfBuild(build);
}

/** As many as the server takes best, and far below what it refuses as too large. */
const linesAtOnce = 5_000;
const charactersAtOnce = 4_000_000;

/**
 * Writes all lines in order. Lines that the server will never take are found by halving: after a refusal nothing
 * of a batch is stored, or all but the bad ones, and in both cases to write the good ones again does no harm.
 * @throws StoreUnavailable where waiting helps
 */
async function writeLines(
  connection: Connection,
  lines: Iterable<Line>,
  signal: AbortSignal,
): Promise<Refusal[]> {
  const refused = new Map<SeriesPoint, Refusal>();
  for (const batch of cutIntoBatches(lines)) await writeBatch(batch);
  return [...refused.values()];

  async function writeBatch(batch: readonly Line[]): Promise<void> {
    try {
      await connection.write(
        batch.map(({ text }) => text),
        signal,
      );
    } catch (error) {
      if (!(error instanceof LinesRefused)) throw error;
      if (batch.length === 1 || isWholeBatch(error, batch.length)) {
        const again = batch.flatMap(({ later, ...line }) =>
          later === undefined ? [] : [{ ...line, text: later }],
        );
        refuse(
          batch.filter(({ later }) => later === undefined),
          error.message,
        );
        if (again.length > 0) await writeBatch(again);
        return;
      }
      const middle = Math.ceil(batch.length / 2);
      await writeBatch(batch.slice(0, middle));
      await writeBatch(batch.slice(middle));
    }
  }

  function refuse(batch: readonly Line[], reason: string): void {
    for (const { build, points } of batch) {
      for (const point of points) refused.set(point, { build, point, reason });
    }
  }
}

/**
 * The message on a batch that is stored in part tells how many lines are not: `partial write: dropped 17 points outside
 * retention policy …`, or `partial write: field type conflict: … dropped=17`.
 */
function isWholeBatch({ message }: LinesRefused, lines: number): boolean {
  const [, dropped] = /partial write: .*?dropped[ =](\d+)/.exec(message) ?? [];
  return Number(dropped) === lines;
}

function* cutIntoBatches(lines: Iterable<Line>): Generator<Line[]> {
  let batch: Line[] = [];
  let characters = 0;
  for (const line of lines) {
    batch.push(line);
    characters += line.text.length;
    if (batch.length < linesAtOnce && characters < charactersAtOnce) continue;
    yield batch;
    batch = [];
    characters = 0;
  }
  if (batch.length > 0) yield batch;
}

/**
 * Takes out what is stored of a build when writing over it would leave something behind: a point that is no longer
 * there, or one that has lost a metric. The caller writes the build whole afterwards, and does so again when it could
 * not; until then the build is missing.
 */
async function clearStale(
  connection: Connection,
  known: KnownBuild,
  { build, points }: BuildPoints,
  signal: AbortSignal,
): Promise<void> {
  const isMoved = known.build.branchKind !== build.branchKind;
  if (!isMoved && known.shape === shapeOfPoints(points)) return;
  if (isMoved || hasStale(await readPoints(connection, known.build, { signal }), points)) {
    await clearBuild(connection, known.build, signal);
  }
}

function hasStale(stored: readonly SeriesPoint[], points: readonly SeriesPoint[]): boolean {
  const wanted = new Map(points.map((point) => [nameOfPoint(point), point]));
  return stored.some((point) => {
    const next = wanted.get(nameOfPoint(point));
    return next === undefined || Object.keys(point.values).some((one) => !(one in next.values));
  });
}

/**
 * No other build of the suite has its time. The points go first: while they are not all gone the build is known, and
 * its next writer looks for them again.
 */
async function clearBuild(
  connection: Connection,
  build: StoredBuild,
  signal: AbortSignal,
): Promise<void> {
  const { organisation, bucket } = connection.settings;
  const deletion = new DeleteAPI(connection.client(signal));
  const time = writeTime(build);
  const repository = encodeTag(build.repository);
  const suite = encodeTag(build.suite);
  for (const name of [measurement.points, measurement.builds]) {
    const predicate = [
      `_measurement=${quoteName(name)}`,
      `repository=${quoteName(repository)}`,
      `suite=${quoteName(suite)}`,
    ].join(' AND ');
    const body = { start: time, stop: time, predicate };
    await deletion.postDelete({ org: organisation, bucket, body });
  }
}

/** RFC 3339 with nanoseconds. */
function writeTime(build: StoredBuild): string {
  const toMilliseconds = new Date(build.atMs).toISOString().replace('Z', '');
  return `${toMilliseconds}${timeOfBuild(build).slice(-6)}Z`;
}
