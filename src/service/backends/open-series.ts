import type { SeriesStore } from '../../series/series-store.ts';
import { openSqliteStore } from '../../series/sqlite/open-sqlite-store.ts';
import type { ServiceSettings } from '../settings/settings.ts';

export function openSeries(settings: ServiceSettings['series']): SeriesStore {
  if (settings.kind === 'influxdb') throw new Error('InfluxDB is not connected yet');
  return openSqliteStore({ file: settings.file });
}
