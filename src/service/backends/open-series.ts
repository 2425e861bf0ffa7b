import { dirname } from 'node:path';
import { makeDataFolder } from '../../serving/make-data-folder.ts';
import type { ServiceSettings } from '../../serving/settings/settings.ts';
import { openInfluxStore } from '../../series/influx/open-influx-store.ts';
import type { SeriesStore } from '../../series/series-store.ts';
import { openSqliteStore } from '../../series/sqlite/open-sqlite-store.ts';

export function openSeries(settings: ServiceSettings['series']): SeriesStore {
  if (settings.kind === 'influxdb') return openInfluxStore(settings);
  makeDataFolder(dirname(settings.file));
  return openSqliteStore(settings);
}
