import { DeleteAPI } from '@influxdata/influxdb-client-apis';
import { timeOfBuild } from '../build-time.ts';
import type { BuildPoints, SeriesPoint, StoredBuild } from '../series-point.ts';
import type { Connection } from './connect.ts';
import type { KnownBuild } from './find-builds.ts';
import { quoteName } from './influxql.ts';
import { measurement } from './names.ts';
import { readPoints } from './read-points.ts';
import { nameOfPoint, shapeOfPoints } from './shape-of-points.ts';
import { encodeTag } from './tag-text.ts';

/**
 * Takes out what is stored of a build when writing over it would leave something behind: a point that is no
 * longer there, or one that has lost a metric. Whoever calls it writes the build whole afterwards, and does so
 * again when it could not; until then the build is missing.
 */
export async function clearStale(
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
 * No other build of the suite has its time. The points go first: while they are not all gone the build is known,
 * and whoever writes it looks for them again.
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
