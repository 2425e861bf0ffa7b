import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FreshAlert } from '../../src/contract/alerts.ts';
import { readAlerts, withSqliteAlerts } from '../../src/store/sqlite/open-alerts.ts';
import { openSqliteReader } from '../../src/store/sqlite/open-sqlite-reader.ts';
import { openSqliteStore } from '../../src/store/sqlite/open-sqlite-store.ts';
import { makeHistory, repository } from '../web/api/make-history.ts';
import { never } from '../store/make-build.ts';

const program = fileURLToPath(new URL('../../bin/perigee.mjs', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'perigee-export-'));
const perigee = (...args: string[]) =>
  spawnSync(process.execPath, [program, ...args], { cwd: folder, encoding: 'utf8' });

beforeAll(async () => {
  const store = openSqliteStore({ file: join(folder, 'full.sqlite') });
  await store.write(makeHistory(60), never);
  await store.write(makeHistory(3, { repository: 'acme/other', suite: 'tidy' }), never);
  await store.close();
});

afterAll(() => rmSync(folder, { recursive: true }));

/** Every build with all of its points. */
async function readAll(file: string): Promise<unknown[]> {
  const reader = openSqliteReader(join(folder, file));
  const builds = [];
  for (const name of await reader.listRepositories()) {
    for (const build of await reader.listBuilds(name, 1_000)) {
      builds.push(await reader.readBuild(build));
    }
  }
  await reader.close();
  return builds;
}

test('an export that is imported into an empty store gives the same store, however often', async () => {
  const exported = perigee('export', '--file', 'full.sqlite', '--into', 'all.ndjson');
  expect(exported).toMatchObject({ status: 0, stdout: '' });
  expect(exported.stderr).toContain('63 builds of series file');
  for (let time = 1; time <= 2; time += 1) {
    const imported = perigee('import', 'perigee', 'all.ndjson', '--file', 'new.sqlite');
    expect(imported).toMatchObject({ status: 0, stderr: '' });
    expect(imported.stdout).toContain('of 63 builds in series file');
  }
  const all = await readAll('new.sqlite');
  expect(all).toHaveLength(63);
  expect(all).toEqual(await readAll('full.sqlite'));
});

test('one suite as a table', () => {
  const { status, stdout } = perigee(
    ...['export', '--file', 'full.sqlite', '--format', 'csv', '--suite', 'tidy'],
  );
  expect(status).toBe(0);
  // 8 series of two sides and five repeats, and a canary.
  expect(stdout.trimEnd().split('\n')).toHaveLength(1 + 3 * (80 + 1));
});

test('a file that is there stays, and an unknown repository is named', () => {
  writeFileSync(join(folder, 'kept'), 'mine');
  const there = perigee('export', '--file', 'full.sqlite', '--into', 'kept');
  expect(there).toMatchObject({ status: 2 });
  expect(there.stderr).toContain('kept is there already');
  expect(there.stderr).toContain('to do: name another file');
  expect(readFileSync(join(folder, 'kept'), 'utf8')).toBe('mine');
  const unknown = perigee('export', '--file', 'full.sqlite', '--repository', 'acme/no');
  expect(unknown).toMatchObject({ status: 2, stdout: '' });
  expect(unknown.stderr).toContain(repository);
});

test.each(['ndjson', 'csv', 'line-protocol'])(
  'a reader that has seen enough of %s is no error',
  async (format) => {
    const args = [program, 'export', '--file', 'full.sqlite', '--format', format];
    const child = spawn(process.execPath, args, { cwd: folder });
    let stderr = '';
    child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
    child.stdout.once('data', () => child.stdout.destroy());
    const [status] = (await once(child, 'close')) as [number | null];
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  },
);

test('what fails leaves no file behind', () => {
  const failed = perigee('export', '--file', 'no.sqlite', '--into', 'never');
  expect(failed).toMatchObject({ status: 2 });
  expect(existsSync(join(folder, 'never'))).toBe(false);
});

function alertOf(commit: string, repositoryOfIt = repository): FreshAlert {
  return {
    ...{ repository: repositoryOfIt, suite: 'sync', foundBy: 'history', commit },
    range: { after: 'b'.repeat(40), upTo: commit, commits: 1 },
    series: [{ test: 'upload', span: 'whole test', annotations: {}, platform: 'linux-x64' }].map(
      (span) => ({ ...span, metric: 'latency', change: 0.2 }),
    ),
    transitions: [
      { state: 'new', atMs: 1_000 },
      { state: 'accepted', by: 'Ada', because: 'checks every path twice', atMs: 2_000 },
    ],
  };
}

const listKept = (file: string) => readAlerts(join(folder, file));

test('alerts come back as they were, with who closed them, when and why, however often', () => {
  copyFileSync(join(folder, 'full.sqlite'), join(folder, 'alerted.sqlite'));
  withSqliteAlerts(join(folder, 'alerted.sqlite'), (alerts) => {
    for (const commit of ['c', 'd', 'e']) alerts.openAlert(alertOf(commit.repeat(40)));
    alerts.openAlert(alertOf('f'.repeat(40), 'acme/other'));
  });
  const exported = perigee('export', '--file', 'alerted.sqlite', '--into', 'alerted');
  expect(exported.status).toBe(0);
  expect(exported.stderr).toContain('4 alerts and what people said of them\n');
  expect(readdirSync(folder).filter((name) => name.startsWith('alerted.sqlite'))).toEqual([
    'alerted.sqlite',
  ]);
  for (let time = 1; time <= 2; time += 1) {
    const imported = perigee('import', 'perigee', 'alerted', '--file', 'back.sqlite');
    expect(imported).toMatchObject({ status: 0, stderr: '' });
    expect(imported.stdout).toContain('63 builds and 4 alerts in series file');
  }
  expect(listKept('back.sqlite')).toHaveLength(4);
  expect(listKept('back.sqlite')).toEqual(listKept('alerted.sqlite'));
  const one = perigee('export', '--file', 'alerted.sqlite', '--repository', 'acme/other');
  expect(one.stdout.trimEnd().split('\n').at(-1)).toContain('"perigee/stored-alert"');
  expect(one.stderr).toContain('1 alert and');
});

test('where there is a bot, alerts of its ledger are exported', () => {
  withSqliteAlerts(join(folder, 'ledger.sqlite'), (alerts) => alerts.openAlert(alertOf('9')));
  writeFileSync(
    join(folder, 'service.yml'),
    [
      'version: 1',
      'series: { file: full.sqlite }',
      'bot: { appId: 1, privateKey: { env: KEY }, webhookSecret: { env: SECRET }, ledger: ledger.sqlite }',
    ].join('\n'),
  );
  const { status, stderr, stdout } = perigee('export', '--config', 'service.yml');
  expect({ status, stderr }).toMatchObject({ status: 0 });
  expect(stderr).toContain('1 alert and');
  expect(JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '')).toMatchObject({
    alert: { number: 1, commit: '9' },
  });
});

test('a table has no place for alerts, and says so', () => {
  const { status, stderr } = perigee(
    ...['export', '--file', 'alerted.sqlite', '--format', 'csv', '--into', 'alerted.csv'],
  );
  expect(status).toBe(0);
  expect(stderr).toContain('not exported: 4 alerts and what people said of them; --format ndjson');
});

test('InfluxDB keeps no alerts, so importing them there says that they are left out', () => {
  writeFileSync(
    join(folder, 'alone'),
    `${JSON.stringify({ schema: 'perigee/stored-alert', version: 1, alert: { ...alertOf('9'), number: 1 } })}\n`,
  );
  const { stderr } = spawnSync(process.execPath, [program, 'import', 'perigee', 'alone'], {
    ...{ cwd: folder, encoding: 'utf8' },
    env: {
      ...process.env,
      PERIGEE_INFLUXDB_URL: 'http://127.0.0.1:9',
      PERIGEE_INFLUXDB_ORGANISATION: 'acme',
      PERIGEE_INFLUXDB_BUCKET: 'perigee',
      PERIGEE_INFLUXDB_TOKEN: 'token',
    },
  });
  expect(stderr).toContain('left out: 1 alert: InfluxDB keeps none');
});

test('an import that fails says what it has stored before that', () => {
  perigee('export', '--file', 'full.sqlite', '--suite', 'tidy', '--into', 'half.ndjson');
  const [first] = readFileSync(join(folder, 'half.ndjson'), 'utf8').split('\n');
  writeFileSync(join(folder, 'half.ndjson'), `${first}\n{"schema": "perigee/stored-build"}\n`);
  const { status, stderr } = perigee('import', 'perigee', 'half.ndjson', '--file', 'half.sqlite');
  expect(status).toBe(2);
  expect(stderr).toContain('1 build before that is stored in series file half.sqlite');
  expect(stderr).toContain('half.ndjson, line 2');
});

test('a line that is no build is named with its number', () => {
  writeFileSync(
    join(folder, 'broken.ndjson'),
    '\n{"schema": "perigee/stored-build", "version": 1}\n',
  );
  const { status, stderr } = perigee('import', 'perigee', 'broken.ndjson', '--file', 'b.sqlite');
  expect(status).toBe(2);
  expect(stderr).toContain('broken.ndjson, line 2');
});
