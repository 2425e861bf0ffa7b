import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import type { BuildEvent, RunRecord } from '../../src/contract/documents.ts';
import { parseDocument } from '../../src/contract/validate.ts';
import { makeRecord } from '../transport/artifacts/make-run.ts';
import { runProgramSync } from './store/run-store.ts';
import { makeFolder } from '../make-folder.ts';

let root: string;

beforeEach(() => {
  root = makeFolder();
  execFileSync('git', ['init', '--quiet'], { cwd: root });
});

const perigee = (args: readonly string[], environment?: Record<string, string>, command = 'pack') =>
  runProgramSync(root, [command, ...args], environment);

/** What a finished run leaves. @returns its id */
function leaveRun(attempt = 1, id = `20261121-06000${attempt}-aaaaaaaa`): string {
  const shard = { index: 1, total: 2, attempt };
  const record: RunRecord = makeRecord({ id, suite: 'sync', shard });
  const folder = join(root, '.perigee', 'runs', id);
  mkdirSync(join(folder, 'logs'), { recursive: true });
  writeFileSync(join(folder, 'run-record.json'), JSON.stringify(record));
  writeFileSync(join(folder, 'logs', 'a.log'), 'uploaded\n');
  return id;
}

const jobOf = (number: number, retries = 0): Record<string, string> => ({
  ...{ BUILDKITE: 'true', BUILDKITE_COMMIT: makeRecord().after.commit },
  ...{ BUILDKITE_ORGANIZATION_SLUG: 'acme', BUILDKITE_PIPELINE_SLUG: 'perf' },
  ...{ BUILDKITE_BUILD_NUMBER: String(number), BUILDKITE_RETRY_COUNT: String(retries) },
  BUILDKITE_REPO: 'https://github.com/acme/sync.git',
});

const usual = '.perigee/artifacts';
const nameOf = (attempt: number): string => `perigee-sync-shard-2-of-2-attempt-${attempt}`;
const list = (folder: string): string[] => readdirSync(join(root, folder)).sort();

function readEvent(folder: string): BuildEvent {
  const file = join(root, folder, 'event.json');
  return parseDocument('build-event', readFileSync(file, 'utf8'), file);
}

test('in a job of Buildkite it knows the build, and leaves what the bot takes in from there', () => {
  const id = leaveRun();
  const { status, stdout } = perigee([], jobOf(42));
  expect(status).toBe(0);
  expect(stdout).toContain(`run ${id} packed as shard 2 of 2, attempt 1, of suite sync\n`);
  expect(stdout).toContain('build:  acme/perf/42 of acme/sync\n');
  expect(stdout).toContain(`upload: ${usual}/${nameOf(1)} `);
  expect(stdout).toContain(`artifact_paths: ${usual}/*/*\n`);
  expect(list(`${usual}/${nameOf(1)}`)).toEqual([
    ...['event.json', 'logs.tar.gz', 'manifest.json', 'run-record.json.gz'],
  ]);
  expect(readEvent(`${usual}/${nameOf(1)}`)).toMatchObject({
    build: { repository: 'acme/sync', suite: 'sync', runId: 'acme/perf/42' },
    shard: { index: 1, total: 2, attempt: 1, artifact: { store: 'buildkite' } },
  });
});

test('what an earlier job left in a checkout that is kept is not uploaded with it', () => {
  leaveRun(1);
  perigee([], jobOf(41));
  mkdirSync(join(root, usual, 'notes'));
  leaveRun(2);
  expect(perigee([], jobOf(42, 1)).status).toBe(0);
  expect(list(usual)).toEqual(['notes', nameOf(2)]);
  // Where somebody keeps them, all of them stay.
  const named = ['--into', 'kept'];
  perigee([leaveRun(1), ...named], jobOf(43));
  perigee([leaveRun(2), ...named], jobOf(44, 1));
  expect(list('kept')).toEqual([nameOf(1), nameOf(2)]);
});

test('a job that fails before it has measured uploads nothing of an earlier one', () => {
  leaveRun(1);
  perigee([], jobOf(41));
  const job = { BUILDKITE_BRANCH: 'main', BUILDKITE_PIPELINE_DEFAULT_BRANCH: 'main' };
  // It has no perigee.yml.
  expect(perigee([], { ...jobOf(41), ...job }, 'run').status).toBe(2);
  expect(list(usual)).toEqual([nameOf(1)]);
  expect(perigee([], { ...jobOf(42), ...job }, 'run').status).toBe(2);
  expect(list(usual)).toEqual([]);
});

test('a run of another commit, or another attempt, is not packed as what this job measured', () => {
  leaveRun(1);
  const retried = perigee([], jobOf(42, 1));
  expect(retried.status).toBe(3);
  expect(retried.stderr).toContain('this run is of attempt 1, and this job is attempt 2');
  const other = perigee([], { ...jobOf(42), BUILDKITE_COMMIT: 'd'.repeat(40) });
  expect(other.status).toBe(3);
  expect(other.stderr).toMatch(/this run is of commit \w{12}, and this build is of dddddddddddd/);
  expect(list(usual)).toEqual([]);
  expect(perigee([], { ...jobOf(42), BUILDKITE_COMMIT: 'HEAD' }).status).toBe(0);
});

test('elsewhere the person says which build it is of, and where it will be', () => {
  const id = leaveRun();
  const silent = perigee([]);
  expect(silent.status).toBe(2);
  expect(silent.stderr).toContain('add --build <id> and --store github, buildkite or directory');
  const said = ['--build', '812', '--store', 'directory'];
  const nameless = perigee([id, ...said]);
  expect(nameless.status).toBe(2);
  expect(nameless.stderr).toContain('--repository owner/name');
  const { status, stdout } = perigee([id, ...said, '--repository', 'acme/sync']);
  expect(status).toBe(0);
  expect(stdout).toContain('build:  812 of acme/sync\n');
  expect(stdout).not.toContain('artifact_paths');
  const { build, shard } = readEvent(`${usual}/${nameOf(1)}`);
  expect([build.runId, shard?.artifact.store]).toEqual(['812', 'directory']);
  expect(perigee([...said.slice(0, 3), 'nowhere']).status).toBe(2);
});

test('without a run there is nothing to pack, and it says so', () => {
  const { status, stderr } = perigee([], jobOf(42));
  expect(status).toBe(2);
  expect(stderr).toContain('no run with a run-record.json');
});
