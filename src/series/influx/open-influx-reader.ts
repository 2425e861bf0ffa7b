import type { StoreReader } from '../store-reader.ts';
import { connect } from './connect.ts';
import type { InfluxSettings } from './influx-settings.ts';
import { quoteName } from './influxql.ts';
import { measurement } from './names.ts';
import { openInfluxStore } from './open-influx-store.ts';
import { readText, runQueries } from './run-queries.ts';
import { decodeTag } from './tag-text.ts';

/** The same store for looking; nothing is asked of the server before the first use. */
export function openInfluxReader(settings: InfluxSettings): StoreReader {
  const { name, readLast, readBuild, listSpans, close } = openInfluxStore(settings);
  return { name, readLast, readBuild, listSpans, close, listRepositories };

  async function listRepositories(): Promise<string[]> {
    const query = `SHOW TAG VALUES FROM ${quoteName(measurement.builds)} WITH KEY = "repository"`;
    const [groups = []] = await runQueries(connect(settings), [query]);
    const found = groups.flatMap(({ rows }) =>
      rows.map((row) => decodeTag(readText(row, 'value'))),
    );
    return [...new Set(found)].sort();
  }
}
