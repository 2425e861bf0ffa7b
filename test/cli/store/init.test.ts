import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { chooseSeriesStore } from '../../../src/cli/choose-series-store.ts';
import { openSqliteStore } from '../../../src/store/sqlite/open-sqlite-store.ts';
import { runProgramSync } from './run-store.ts';
import { makeFolder } from '../../make-folder.ts';

let folder: string;

beforeEach(() => (folder = makeFolder()));

const perigee = (args: readonly string[], environment?: Record<string, string>) =>
  runProgramSync(folder, ['store', ...args], environment);

test('init makes the file that the service would write, and may be asked again', () => {
  const first = perigee(['init'], { PERIGEE_DATA: 'data' });
  const file = join('data', 'series.sqlite');
  expect(first).toEqual({
    status: 0,
    stderr: '',
    stdout: `series file ${file}: points are kept for 365 days\nseries file ${file}: medians of days are kept for ever\n`,
  });
  expect(existsSync(join(folder, file))).toBe(true);
  const again = perigee(['init', '--file', file, '--keep', '0', '--keep-medians', '9']);
  expect(again.stdout).toBe(
    `series file ${file}: points are kept for ever\nseries file ${file}: medians of days are kept for 9 days\n`,
  );
});

test('asked again without days it keeps what is kept, and says so', () => {
  perigee(['init', '--file', 'a', '--keep', '30', '--keep-medians', '900']);
  const again = perigee(['init', '--file', 'a', '--keep-medians', '800']);
  expect(again.stdout).toBe(
    'series file a: points are kept for 30 days, as before\nseries file a: medians of days are kept for 800 days\n',
  );
  expect(perigee(['init', '--file', 'a']).stdout).toBe(
    'series file a: points are kept for 30 days, as before\nseries file a: medians of days are kept for 800 days, as before\n',
  );
});

test('a file that a service made keeps all for ever until a number of days is asked for', async () => {
  await openSqliteStore({ file: join(folder, 'b') }).close();
  expect(perigee(['init', '--file', 'b']).stdout).toContain('points are kept for ever, as before');
});

test('what is no number of days is refused', () => {
  for (const days of ['-1', '1.5', 'long']) {
    const { status, stderr } = perigee(['init', '--keep', days]);
    expect(status).toBe(2);
    expect(stderr).toContain('expected a whole number of days, 0 for ever');
  }
});

const complete = {
  PERIGEE_INFLUXDB_URL: 'https://influx.example.com:8086',
  PERIGEE_INFLUXDB_BUCKET: 'perf',
  PERIGEE_INFLUXDB_ORGANISATION: 'acme',
  PERIGEE_INFLUXDB_TOKEN: 'tok',
};

test('InfluxDB is chosen where the environment names one, and a file given wins', () => {
  const settings = { url: complete.PERIGEE_INFLUXDB_URL, organisation: 'acme', token: 'tok' };
  expect(chooseSeriesStore({}, complete)).toEqual({
    kind: 'influx',
    settings: { ...settings, bucket: 'perf' },
  });
  expect(chooseSeriesStore({ file: 'a.sqlite' }, complete)).toEqual({
    kind: 'sqlite',
    file: 'a.sqlite',
  });
  expect(chooseSeriesStore({}, { PERIGEE_SERIES_FILE: 'b' })).toEqual({
    kind: 'sqlite',
    file: 'b',
  });
});

test('the settings of the service say it too, where they are in a file', () => {
  const config = join(folder, 'settings.yml');
  const influx = 'url: "http://a:1", organisation: acme, bucket: perf, token: { env: TOKEN }';
  writeFileSync(config, `version: 1\nseries: { influxdb: { ${influx} } }\n`);
  const settings = { url: 'http://a:1', organisation: 'acme', bucket: 'perf', token: 'tok' };
  expect(chooseSeriesStore({ config }, { TOKEN: 'tok' })).toEqual({ kind: 'influx', settings });
  writeFileSync(config, 'version: 1\ndata: kept\n');
  const file = join(folder, 'kept', 'series.sqlite');
  expect(chooseSeriesStore({ config }, {})).toEqual({ kind: 'sqlite', file });
});

test('the token may stand in a file', () => {
  const file = join(folder, 'token');
  writeFileSync(file, 'from a file\n');
  const environment = {
    ...complete,
    PERIGEE_INFLUXDB_TOKEN: '',
    PERIGEE_INFLUXDB_TOKEN_FILE: file,
  };
  const choice = chooseSeriesStore({}, environment);
  expect(choice.kind === 'influx' && choice.settings.token).toBe('from a file');
});

test('whatever is missing is named by its variable', () => {
  const rows: [Record<string, string>, string][] = [
    [{ PERIGEE_INFLUXDB_URL: 'influx:8086' }, 'PERIGEE_INFLUXDB_URL'],
    [{ PERIGEE_INFLUXDB_BUCKET: '' }, 'set PERIGEE_INFLUXDB_BUCKET too'],
    [{ PERIGEE_INFLUXDB_ORGANISATION: '' }, 'PERIGEE_INFLUXDB_ORGANISATION'],
    [{ PERIGEE_INFLUXDB_TOKEN: '' }, 'set PERIGEE_INFLUXDB_TOKEN, or PERIGEE_INFLUXDB_TOKEN_FILE'],
    [{ PERIGEE_INFLUXDB_TOKEN: '', PERIGEE_INFLUXDB_TOKEN_FILE: '/nowhere' }, '/nowhere'],
  ];
  for (const [lacking, name] of rows) {
    expect(() => chooseSeriesStore({}, { ...complete, ...lacking })).toThrow(name);
  }
});
