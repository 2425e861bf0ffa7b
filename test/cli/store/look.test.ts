import { execFileSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { openSqliteStore } from '../../../src/store/sqlite/open-sqlite-store.ts';
import type { BuildPoints } from '../../../src/store/series-point.ts';
import { makeBuild, makePoint, makeStoredBuild, writeAll } from '../../store/make-build.ts';
import { runStore } from './run-store.ts';
import { makeFolder } from '../../make-folder.ts';

let folder: string;
const file = 'series.sqlite';

beforeEach(() => (folder = makeFolder()));

async function fill(...builds: BuildPoints[]): Promise<void> {
  const store = openSqliteStore({ file: join(folder, file) });
  await writeAll(store, ...builds);
  await store.close();
}

const look = (...args: string[]) => runStore(folder, [...args, '--file', file]);

test('ls names the suites, spans and metrics, and takes the repository from origin', async () => {
  const more = makePoint({
    span: 'hash',
    annotations: { size: 4 },
    values: { latency: 1, ops: 2 },
  });
  const plain = makeBuild(1, { repeats: 1 });
  await fill({ ...plain, points: [...plain.points, more] }, makeBuild(2, { suite: 'walk' }));
  execFileSync('git', ['init', '--quiet'], { cwd: folder });
  const nameless = await look('ls');
  expect(nameless.status).toBe(0);
  execFileSync('git', ['remote', 'add', 'origin', 'git@github.com:acme/sync.git'], { cwd: folder });
  const { status, stdout, stderr } = await look('ls');
  expect(stdout).toBe(nameless.stdout);
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(stdout).toBe(
    [
      'acme/sync in series file series.sqlite',
      '',
      'suite sync: 1 test, 2 spans',
      '  metrics: latency',
      '  upload/hash        linux-x64  size=4  also ops',
      '  upload/whole test  linux-x64          also cpu.user',
      '',
      'suite walk: 1 test, 1 span',
      '  metrics: cpu.user, latency',
      '  upload/whole test  linux-x64',
      '',
      'look at one: perigee store show <test>/<span> --metric <metric>',
      '',
    ].join('\n'),
  );
});

test('show has a row for each build, with medians, and marks what was set aside', async () => {
  const second = makeBuild(2, { pullRequest: 42, branchKind: 'other', isComplete: false });
  const [first, ...others] = second.points;
  if (first === undefined) throw new Error('no point was made');
  const marked = { ...second, points: [{ ...first, outliers: ['latency'] }, ...others] };
  const alone = makeBuild(3);
  const afterOnly = alone.points.filter(({ side }) => side === 'after');
  await fill(makeBuild(1), marked, { ...alone, points: afterOnly });
  const { status, stdout } = await look('show', 'upload');
  expect(status).toBe(0);
  expect(stdout).toBe(
    [
      'upload/whole test: latency (sync, linux-x64)',
      '  built (UTC)       commit        of       before     after    change  repeats  run',
      '  2026-10-20 13:00  000000000000  default  1.01 µs    1.01 µs  +0.1%   3+3      801',
      '  2026-10-20 14:00  000000000000  #42      2.01 µs *  2.01 µs  +0.05%  3+3      802 (incomplete)',
      '  2026-10-20 15:00  000000000000  default  –          3.01 µs          3        803',
      '  medians of the repeats; the verdict compares the means of those that count',
      '  * some of its repeats were set aside as outliers; the median is of all',
      '',
    ].join('\n'),
  );
  const { stdout: last } = await look('show', 'upload/whole test', '--last', '1');
  expect(last.split('\n')).toHaveLength(4);
  expect(last).toContain('803');
});

test('show gives every value as JSON, of as many builds as are asked for, however many repeats', async () => {
  await fill(...[1, 2, 3].map((number) => makeBuild(number, { repeats: 150 })));
  const args = ['--metric', 'cpu.user', '--last', '2', '--format', 'json'];
  const { stdout } = await look('show', 'upload › whole test', ...args);
  const [series, ...others] = JSON.parse(stdout) as {
    metric: string;
    builds: { runId: string; unit: string; before: { median: number; repeats: unknown[] } }[];
  }[];
  expect(others).toEqual([]);
  expect(series?.metric).toBe('cpu.user');
  expect(series?.builds.map(({ runId }) => runId)).toEqual(['802', '803']);
  const [{ unit, before } = { unit: '', before: undefined }] = series?.builds ?? [];
  expect(unit).toBe('ns');
  expect(before?.repeats).toHaveLength(150);
  expect(before?.median).toBe((2000 + 745) / 2);
});

test('of what is not there it says what is, and what was probably meant', async () => {
  await fill(makeBuild(1), makeBuild(2, { repository: 'acme/other' }));
  const rows: [string[], string, string][] = [
    [['ls'], 'no repository is named', 'one of acme/other, acme/sync'],
    [['ls', 'acme/snyc'], 'nothing of "acme/snyc"', 'did you mean "acme/sync"?'],
    [['ls', 'acme/sync', '--suite', 'x'], 'no suite "x" of acme/sync', 'one of sync'],
    [['show', 'uplaod'], 'no test and no span "uplaod"', 'did you mean "upload"?'],
    [['show', 'upload/hash'], '"upload/hash"', 'one of upload/whole test'],
    [['show', 'upload', '--metric', 'latncy'], 'no metric "latncy"', 'did you mean "latency"?'],
  ];
  for (const [args, seen, remedy] of rows) {
    const named = args[0] === 'ls' ? [] : ['--repository', 'acme/sync'];
    const { status, stderr, stdout } = await look(...args, ...named);
    expect({ status, stdout }, args.join(' ')).toEqual({ status: 2, stdout: '' });
    expect(stderr).toContain(seen);
    expect(stderr).toContain(remedy);
  }
});

test('a span alone is enough where one test has it, and elsewhere its tests are named', async () => {
  const plain = makeBuild(1);
  const points = [makePoint({ span: 'hash' }), makePoint({ span: 'hash', side: 'before' })];
  await fill({ ...plain, points: [...plain.points, ...points] });
  const { status, stdout } = await look('show', 'hash', '--repository', 'acme/sync');
  expect({ status }, stdout).toEqual({ status: 0 });
  expect(stdout).toContain('upload/hash');
  const other = makePoint({ test: 'download', span: 'hash' });
  await fill({ ...plain, points: [...plain.points, ...points, other] });
  const { stderr } = await look('show', 'hash', '--repository', 'acme/sync');
  expect(stderr).toMatch(/one of (upload|download)\/hash, (upload|download)\/hash/);
});

test('of an empty store it says that it is empty, whatever is asked for, and where builds come from', async () => {
  await fill();
  for (const args of [['ls'], ['ls', 'acme/sync'], ['show', 'upload']]) {
    const { status, stderr } = await look(...args);
    expect(status).toBe(2);
    expect(stderr).toContain('series file series.sqlite: it is empty: nothing was stored yet');
    expect(stderr).toContain('such as those of `perigee patch`, are in .perigee/runs alone');
    expect(stderr).toContain('to do: see what waits with `perigee queue ls`');
    expect(stderr).toContain('`perigee publish --repository owner/name` hands');
  }
});

test('a store that is not there is not made, and a file that is none is said', async () => {
  const missing = await look('ls', 'acme/sync');
  expect(missing.status).toBe(2);
  expect(missing.stderr).toContain('there is no series store');
  expect(missing.stderr).toContain('such as those of `perigee patch`, are in .perigee/runs alone');
  expect(missing.stderr).toContain(
    '`perigee publish --all --repository owner/name`, then `perigee serve`',
  );
  expect(existsSync(join(folder, file))).toBe(false);
  for (const content of [
    '',
    'a text that is no store, long enough for its head to be read'.repeat(20),
  ]) {
    writeFileSync(join(folder, file), content);
    const { status, stderr } = await look('ls', 'acme/sync');
    expect(status).toBe(2);
    expect(stderr).toContain('this is no series store');
  }
});

test('names that would act on a terminal are shown as they are', async () => {
  const point = makePoint({ test: 'a\u001b[2Jb', annotations: { size: 'x\ny' } });
  await fill({ build: makeStoredBuild(1, { author: '\u001b]0;title\u0007' }), points: [point] });
  for (const args of [['ls'], ['show', 'a\u001b[2Jb'], ['show', '\u001b[1m']]) {
    const { stdout, stderr } = await look(...args);
    const shown = stdout + stderr;
    expect(shown).not.toMatch(/[\u001b\u0007]/);
    expect(shown).toContain('[U+001B]');
  }
});

test.each([
  ['show', 'upload'],
  ['init', '--keep=30'],
])('with a store out of reach %s ends with 3, and says nothing of its token', async (...args) => {
  const { status, stderr } = await runStore(folder, args, {
    PERIGEE_INFLUXDB_URL: 'http://127.0.0.1:9',
    PERIGEE_INFLUXDB_BUCKET: 'perf',
    PERIGEE_INFLUXDB_ORGANISATION: 'acme',
    PERIGEE_INFLUXDB_TOKEN: 'very-secret',
  });
  expect(status).toBe(3);
  expect(stderr).toContain('InfluxDB bucket perf at 127.0.0.1:9');
  expect(stderr).not.toContain('very-secret');
});
