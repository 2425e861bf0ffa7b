import { openInfluxStore } from '../../series/influx/open-influx-store.ts';
import type { SeriesStore } from '../../series/series-store.ts';
import { openSqliteStore } from '../../series/sqlite/open-sqlite-store.ts';
import type { ServiceSettings } from '../../gate/service-settings/settings.ts';

export function openSeries(settings: ServiceSettings['series']): SeriesStore {
  return settings.kind === 'influxdb' ? openInfluxStore(settings) : openSqliteStore(settings);
}
