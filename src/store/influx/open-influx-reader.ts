import { sortNewestFirst } from '../order-values.ts';
import type { StoredBuild } from '../series-point.ts';
import type { StoreReader } from '../series-store.ts';
import { connect } from './connect.ts';
import type { InfluxSettings } from './transport.ts';
import { readBuilds } from './find-builds.ts';
import { isEqual, quoteName, select } from './influxql.ts';
import { measurement } from './names.ts';
import { openInfluxStore } from './open-influx-store.ts';
import { readPoints } from './read-points.ts';
import { readNumber, readText, runQueries } from './run-queries.ts';
import { decodeTag, encodeTag } from './tag-text.ts';

/** The same store for looking; nothing is asked of the server before the first use. */
export function openInfluxReader(settings: InfluxSettings): StoreReader {
  const { name, readLast, readBuild, listSpans, close } = openInfluxStore(settings);
  const connection = connect(settings);
  return {
    ...{ name, readLast, readBuild, listSpans, close, listRepositories, listBuilds, countBuilds },
    readPoints: (build, metrics) => readPoints(connection, build, { metrics }),
    readVersion: async () => undefined,
  };

  async function countBuilds(repository: string): Promise<Map<string, number>> {
    const own = [isEqual('repository', encodeTag(repository))];
    const query = select('count(order_ms)', measurement.builds, own, 'GROUP BY suite');
    const [groups = []] = await runQueries(connection, [query]);
    const counted = groups.map(({ rows: [row = {}], tags }): [string, number] => {
      return [decodeTag(tags['suite'] ?? ''), readNumber(row, 'count') ?? 0];
    });
    return new Map(counted.toSorted(([a], [b]) => (a < b ? -1 : 1)));
  }

  async function listBuilds(repository: string, count: number): Promise<StoredBuild[]> {
    const query = select(
      quoteName('facts'),
      measurement.builds,
      [isEqual('repository', encodeTag(repository))],
      `ORDER BY time DESC LIMIT ${count}`,
    );
    const [groups = []] = await runQueries(connection, [query]);
    return sortNewestFirst(readBuilds(groups).map(({ build }) => build)).slice(0, count);
  }

  async function listRepositories(): Promise<string[]> {
    const query = `SHOW TAG VALUES FROM ${quoteName(measurement.builds)} WITH KEY = "repository"`;
    const [groups = []] = await runQueries(connection, [query]);
    const found = groups.flatMap(({ rows }) =>
      rows.map((row) => decodeTag(readText(row, 'value'))),
    );
    return [...new Set(found)].sort();
  }
}
