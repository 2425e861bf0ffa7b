import { dirname } from 'node:path';
import { makeDataFolder } from '../../settings/make-data-folder.ts';
import type { ServiceSettings } from '../../settings/settings.ts';
import { openInfluxStore } from '../../store/influx/open-influx-store.ts';
import type { SeriesStore } from '../../store/series-store.ts';
import { openSqliteStore } from '../../store/sqlite/open-sqlite-store.ts';

export function openSeries(settings: ServiceSettings['series']): SeriesStore {
  if (settings.kind === 'influxdb') return openInfluxStore(settings);
  makeDataFolder(dirname(settings.file));
  return openSqliteStore(settings);
}
