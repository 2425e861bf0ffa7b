import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from '../contract/user-error.ts';
import type { InfluxSettings } from '../series/influx/influx-settings.ts';

export type SeriesChoice =
  { kind: 'sqlite'; file: string } | { kind: 'influx'; settings: InfluxSettings };

/**
 * The store of series that the service writes: the file given, else InfluxDB where the environment names one,
 * else the file of the environment. The names are those of the service.
 * @throws UserError for what is missing or written wrongly
 */
export function chooseSeriesStore(
  file: string | undefined,
  environment: Readonly<Record<string, string | undefined>>,
): SeriesChoice {
  if (file !== undefined) return { kind: 'sqlite', file };
  const text = (name: string): string => environment[`PERIGEE_${name}`] ?? '';
  const url = text('INFLUXDB_URL');
  if (url === '') {
    const data = text('DATA') === '' ? 'perigee-data' : text('DATA');
    const own = text('SERIES_FILE');
    return { kind: 'sqlite', file: own === '' ? join(data, 'series.sqlite') : own };
  }
  if (!/^https?:$/.test(URL.parse(url)?.protocol ?? '')) {
    throw refuse('PERIGEE_INFLUXDB_URL', 'it is no address', 'https://influx.example.com:8086');
  }
  const bucket = text('INFLUXDB_BUCKET');
  if (bucket === '') throw refuse('PERIGEE_INFLUXDB_BUCKET', 'it is empty', 'perigee');
  const settings = {
    url,
    token: readToken(text),
    organisation: text('INFLUXDB_ORGANISATION'),
    bucket,
  };
  if (settings.organisation === '' && !bucket.includes('/')) {
    throw refuse(
      'PERIGEE_INFLUXDB_ORGANISATION',
      'it is empty',
      'acme; for InfluxDB 1.8, which has none, a bucket like perigee/autogen',
    );
  }
  return { kind: 'influx', settings };
}

function readToken(text: (name: string) => string): string {
  const token = text('INFLUXDB_TOKEN');
  if (token !== '') return token;
  const file = text('INFLUXDB_TOKEN_FILE');
  if (file === '') throw refuse('PERIGEE_INFLUXDB_TOKEN', 'it is empty', undefined);
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (cause) {
    const { code = 'unknown' } = cause as NodeJS.ErrnoException;
    throw new UserError({
      where: 'PERIGEE_INFLUXDB_TOKEN_FILE',
      seen: `${file} cannot be read (${code})`,
      expected: 'a file that this user may read',
      cause,
    });
  }
}

function refuse(where: string, seen: string, example: string | undefined): UserError {
  return new UserError({
    where,
    seen,
    expected: example === undefined ? 'the token of whoever may do this' : `for example ${example}`,
    remedy: 'set it in the environment, as for the service',
  });
}
