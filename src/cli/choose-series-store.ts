import { nameData, readConfig } from '../settings/read-config.ts';
import { readSeries } from '../settings/read-stores.ts';
import type { InfluxSettings } from '../store/influx/transport.ts';
import type { StorePlace } from './shared-options.ts';

export type SeriesChoice =
  | { kind: 'sqlite'; file: string }
  | { kind: 'influx'; settings: InfluxSettings };

/**
 * The store of series that the service writes: the file given, else what the settings of the service say, its
 * file and its environment.
 * @throws UserError for what is missing or written wrongly
 */
export function chooseSeriesStore(
  { file, config }: StorePlace,
  environment: Readonly<Record<string, string | undefined>>,
): SeriesChoice {
  if (file !== undefined) return { kind: 'sqlite', file };
  const value = readConfig(config, environment);
  const chosen = readSeries(value.series, nameData(value), environment, (secret) => secret);
  if (chosen.kind === 'sqlite') return { kind: 'sqlite', file: chosen.file };
  const { url, token, organisation, bucket } = chosen;
  return { kind: 'influx', settings: { url, token, organisation, bucket } };
}
