import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, sep } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { variables } from '../../src/settings/environment.ts';
import { readSettings } from '../../src/settings/read-settings.ts';
import { catchUserError } from '../contract/catch-user-error.ts';

const folder = mkdtempSync(join(tmpdir(), 'perigee-settings-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let files = 0;
function write(text: string): string {
  const file = join(folder, `${files++}.yml`);
  writeFileSync(file, text);
  return file;
}
const read = (text: string, environment: Record<string, string> = {}) =>
  readSettings(write(text), environment);
const fault = (text: string, environment: Record<string, string> = {}): string =>
  catchUserError(() => read(text, environment)).message.replaceAll(folder + sep, '');

test('without anything the service runs on files of one folder', () => {
  expect(readSettings(undefined, {})).toMatchObject({
    listen: { host: '127.0.0.1', port: 9464 },
    events: { kind: 'sqlite', file: join('perigee-data/events.sqlite') },
    series: { kind: 'sqlite', file: join('perigee-data/series.sqlite') },
    artifacts: { directory: join('perigee-data/artifacts') },
    limits: { deadlineMs: 7_200_000, quietMs: 60_000, workers: 4 },
    secrets: [],
  });
});

test('paths in the file start at its folder, wherever the service is started', () => {
  const text =
    'version: 1\ndata: perigee-data\nseries: { file: ../series.sqlite }\nartifacts: { directory: /srv/artifacts }\n';
  expect(read(text)).toMatchObject({
    events: { file: join(folder, 'perigee-data/events.sqlite') },
    series: { file: join(folder, '../series.sqlite') },
    artifacts: { directory: '/srv/artifacts' },
  });
  // An older service, started here, may have written into this one.
  expect(fault('version: 1\ndata: src')).toMatch(/src does not exist, but .*[\\/]src does/);
});

test('links of the bot lead to the dashboard where people reach it', () => {
  const { dashboard } = read('version: 1\ndashboard: { url: https://perigee.example.com/ }\n');
  expect(dashboard.url).toBe('https://perigee.example.com');
});

test.each([
  ['', true],
  ['url: https://perigee.example.com', false],
  ['proxy: { header: X-User, addresses: [127.0.0.1] }', false],
  ['local: true, url: https://perigee.example.com', true],
])('with dashboard: { %s } programs on this machine read without signing in: %s', (text, local) => {
  const { dashboard, warnings } = read(`version: 1\ndashboard: { ${text} }\n`);
  expect(dashboard.local).toBe(local);
  const isRisky = text.startsWith('local');
  expect(warnings).toEqual(
    isRisky ? [expect.stringMatching(/^dashboard\.local is true beside dashboard\.url: /)] : [],
  );
});

test('the environment wins over the file, and an empty variable says nothing', () => {
  const text = 'version: 1\ndata: /from/file\nlogLevel: warn\naggregation: { workers: 2 }\n';
  const environment = { PERIGEE_DATA: '/from/env', PERIGEE_WORKERS: '8', PERIGEE_LOG_LEVEL: '' };
  expect(read(text, environment)).toMatchObject({
    logLevel: 'warn',
    series: { file: join('/from/env/series.sqlite') },
    limits: { workers: 8 },
  });
});

test('Kafka and InfluxDB take their secrets from files or variables, and all secrets are listed', () => {
  writeFileSync(join(folder, 'password'), 'from-a-file\n');
  const settings = read(
    `version: 1
events:
  kafka:
    brokers: [kafka-1:9093]
    tls: true
    sasl: { mechanism: plain, username: perigee, password: { file: ${folder}/password } }
series:
  influxdb: { url: 'http://influx:8086', organisation: acme, bucket: perf, token: { env: TOKEN } }
artifacts:
  github: { app: { id: '12', privateKey: { env: KEY } } }
`,
    { TOKEN: 'from-a-variable', KEY: 'pem' },
  );
  expect(settings.events).toMatchObject({
    kind: 'kafka',
    group: 'perigee-aggregate',
    settings: { topic: 'perigee.builds', sasl: { password: 'from-a-file' } },
  });
  expect(settings.series).toMatchObject({ kind: 'influxdb', token: 'from-a-variable' });
  expect(settings.artifacts.github).toEqual({ credentials: { appId: '12', privateKey: 'pem' } });
  expect(settings.secrets).toEqual(['from-a-file', 'from-a-variable', 'pem']);
});

test('how much a suite may bring has a default for each limit that nobody set', () => {
  expect(read('version: 1\nseries: { limits: { spans: 7 } }\n')).toMatchObject({
    series: { limits: { spans: 7, valuesOfAnnotation: 1_000 } },
  });
  const settings = {
    PERIGEE_INFLUXDB_URL: 'https://influx',
    PERIGEE_INFLUXDB_ORGANISATION: 'acme',
    PERIGEE_INFLUXDB_BUCKET: 'perf',
    PERIGEE_INFLUXDB_TOKEN: 'token-token',
    PERIGEE_MAX_VALUES_OF_ANNOTATION: '9',
  };
  expect(read('version: 1\n', settings)).toMatchObject({
    series: { kind: 'influxdb', limits: { spans: 20_000, valuesOfAnnotation: 9 } },
  });
});

test('everything can come from the environment alone', () => {
  const settings = readSettings(undefined, {
    PERIGEE_KAFKA_BROKERS: 'a:1, b:2',
    PERIGEE_KAFKA_TLS: 'yes',
    PERIGEE_INFLUXDB_URL: 'https://influx',
    PERIGEE_INFLUXDB_ORGANISATION: 'acme',
    PERIGEE_INFLUXDB_BUCKET: 'perf',
    PERIGEE_INFLUXDB_TOKEN: 'token-token',
    PERIGEE_GITHUB_TOKEN: 'ghp-token',
  });
  expect(settings).toMatchObject({
    events: { kind: 'kafka', settings: { brokers: ['a:1', 'b:2'], tls: {} } },
    series: { kind: 'influxdb', bucket: 'perf', token: 'token-token' },
    artifacts: { github: { credentials: { token: 'ghp-token' } } },
  });
});

test('hosts of storage are a list, from the file or the environment', () => {
  const text = `version: 1
artifacts:
  buildkite:
    token: { env: TOKEN }
    hosts: ['*.s3.eu-west-1.amazonaws.com', artifacts.acme.example:8443]
`;
  const token = { TOKEN: 'bkua_1' };
  expect(read(text, token).artifacts.buildkite).toEqual({
    token: 'bkua_1',
    hosts: ['*.s3.eu-west-1.amazonaws.com', 'artifacts.acme.example:8443'],
  });
  const environment = { PERIGEE_BUILDKITE_HOSTS: 'a.example, *.b.example' };
  expect(read(text, { ...token, ...environment }).artifacts.buildkite?.hosts).toEqual([
    ...['a.example', '*.b.example'],
  ]);
});

test.each([
  '*',
  '*.com',
  'a.*.example',
  'https://a.example',
  'a.example/bucket',
  'a@b.example',
  '',
])('%j is no host of storage', (host) => {
  const text = `version: 1\nartifacts: { buildkite: { token: { env: T }, hosts: ['${host}'] } }\n`;
  const words = 'ost as an address has it, such as store.acme.example:8443 or *.s3.amazonaws.com';
  const found = fault(text, { T: 'bkua_1' });
  expect(found).toMatch(/^\d+\.yml:2:/);
  expect(found).toContain(words);
  if (host === '') return;
  const said = fault('version: 1\n', {
    ...{ PERIGEE_BUILDKITE_TOKEN: 'bkua_1', PERIGEE_BUILDKITE_HOSTS: host },
  });
  expect(said).toMatch(/^PERIGEE_BUILDKITE_HOSTS: /);
  expect(said).toContain(words);
});

test.each([
  ['a key that is not known', 'kafka: {}\n', {}, /^\d+\.yml:2:1: .*"kafka"/],
  ['a wrong value', 'logLevel: loud\n', {}, /^\d+\.yml:2:11: /],
  ['no YAML', 'x: [', {}, /^\d+\.yml:\d+:\d+: /],
  ['a secret in the file', 'artifacts: { github: { token: abc } }\n', {}, /2:31/],
  ['a variable', '', { PERIGEE_WORKERS: 'many' }, /^PERIGEE_WORKERS: "many"/],
  ['a flag', '', { PERIGEE_KAFKA_TLS: 'perhaps' }, /^PERIGEE_KAFKA_TLS: /],
  ['a deadline of no time', 'aggregation: { deadline: 0s }\n', {}, /aggregation.deadline/],
  ['a port', '', { PERIGEE_LISTEN: 'localhost:70000' }, /^listen: port 70000/],
  [
    'half an InfluxDB',
    '',
    { PERIGEE_INFLUXDB_URL: 'http://i' },
    /^PERIGEE_INFLUXDB_URL: .*organisation/,
  ],
  ['a broker with a password', '', { PERIGEE_KAFKA_BROKERS: 'u:p@h:1' }, /not a host and port/],
  [
    'a secret that is not there',
    'artifacts: { buildkite: { token: { env: NONE } } }\n',
    {},
    /artifacts.buildkite.token: the variable NONE is not set/,
  ],
  [
    'a token that no header can hold',
    '',
    { PERIGEE_BUILDKITE_TOKEN: 'Bearer bkua_1' },
    /^artifacts\.buildkite\.token: a token with blanks/,
  ],
  ['two ways to GitHub', 'artifacts: { github: {} }\n', {}, /neither a token nor an app/],
  ['two logs', 'events: { file: x }\n', { PERIGEE_KAFKA_BROKERS: 'a:1' }, /a file and Kafka/],
])('%s is named with its place', (_what, text, environment, message) => {
  expect(fault(`version: 1\n${text}`, environment)).toMatch(message);
});

const numbers = variables.filter(({ form }) => form === 'number').map(({ name }) => name);

test.each(numbers)('%s is refused where it is no whole number, as it was written', (name) => {
  const others = { PERIGEE_BOT_PRIVATE_KEY: 'key', PERIGEE_BOT_WEBHOOK_SECRET: 'secret' };
  for (const text of ['abc', '1.5', ' ', '1e999', '12 34']) {
    const [first, expected] = fault('version: 1\n', { ...others, [name]: text }).split('\n');
    expect(first).toBe(`${name}: ${JSON.stringify(text)}`);
    expect(expected).toMatch(/^ {2}expected: a whole number\b/);
  }
});

test('the id of an app is asked for with an example, also where it is too small', () => {
  const words = '\n  expected: a whole number from 1 (the app id, e.g. 123456)\n';
  const secrets = { PERIGEE_BOT_PRIVATE_KEY: 'key', PERIGEE_BOT_WEBHOOK_SECRET: 'secret' };
  for (const id of ['abc', '0']) {
    expect(fault('version: 1\n', { ...secrets, PERIGEE_BOT_APP_ID: id })).toContain(words);
  }
  expect(fault('version: 1\n', secrets)).toContain(words);
});

test('a file that was asked for has to be there', () => {
  const missing = join(folder, 'none.yml');
  expect(catchUserError(() => readSettings(missing, {})).message).toMatch(/ENOENT/);
});

test('no error shows a secret', () => {
  const environment = { PERIGEE_GITHUB_TOKEN: 'ghp-secret', PERIGEE_WORKERS: 'many' };
  expect(fault('version: 1\n', environment)).not.toContain('ghp-secret');
});
