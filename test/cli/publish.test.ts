import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { openSqliteStore } from '../../src/store/sqlite/open-sqlite-store.ts';
import { createRandom } from '../../src/stats/random.ts';
import { openSqliteQueue } from '../../src/transport/eventlog/sqlite/sqlite-queue.ts';
import { makeShardRecord } from '../service/make-builds.ts';
import { startService } from '../service/start-service.ts';
import { untilDrained } from '../service/until-drained.ts';
import { runProgramSync } from './store/run-store.ts';
import { makeFolder } from '../make-folder.ts';

let root: string;
let data: string;

beforeEach(() => {
  root = makeFolder();
  data = join(root, 'service data');
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root });
  git('init', '--quiet', '--initial-branch=main');
  git('remote', 'add', 'origin', 'git@github.com:acme/sync.git');
});

const perigee = (args: readonly string[], environment?: Record<string, string>) =>
  runProgramSync(root, ['publish', ...args], environment);

const shape = { repository: 'acme/sync', shards: 1, testsPerShard: 1, repeats: 5 };

/** What a finished run leaves. @returns its id */
function leaveRun(number: number, commit?: string): string {
  const record = makeShardRecord({ ...shape, runId: `${number}` }, 0, 1, createRandom(number));
  if (commit !== undefined) record.after.commit = commit;
  const folder = join(root, '.perigee', 'runs', record.id);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'run-record.json'), JSON.stringify(record));
  return record.id;
}

test('runs of a laptop become series that can be queried, and one told twice counts once', async () => {
  const author = ['-c', 'user.name=Ann', '-c', 'user.email=ann@example.com'];
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' });
  git(...author, 'commit', '--quiet', '--allow-empty', '-m', 'Send twice');
  const ids = [leaveRun(1, git('rev-parse', 'HEAD').trim()), leaveRun(2)];
  const [first = '', second = ''] = ids;
  let wasMade = false;
  for (const id of [first, second, first]) {
    const { status, stderr } = perigee([id, '--to', data]);
    expect(status).toBe(0);
    expect(stderr.includes('made ')).toBe(!wasMade);
    wasMade = true;
  }
  const service = await startService({ PERIGEE_DATA: data });
  await untilDrained(service);
  expect(await service.stop()).toBe(0);
  const store = openSqliteStore({ file: join(data, 'series.sqlite') });
  const build = await store.readBuild({ repository: 'acme/sync', suite: 'sync', runId: first });
  // 2 spans, 5 repeats, 2 sides.
  expect(build?.points).toHaveLength(20);
  expect(build?.build).toMatchObject({ isComplete: true, branchKind: 'other' });
  expect(build?.build).toMatchObject({
    ...{ branch: 'main', subject: 'Send twice', author: 'Ann' },
    local: { isOnDefaultBranch: true },
  });
  const [span] = await store.listSpans('acme/sync', 'sync');
  if (span === undefined) throw new Error('no span was stored');
  const { test: name, span: spanName, annotations, platform } = span;
  const series = { test: name, span: spanName, annotations, platform, metric: 'latency' };
  const query = { repository: 'acme/sync', suite: 'sync', side: 'after' as const, ...series };
  const values = await store.readLast(query, 100);
  await store.close();
  expect(values).toHaveLength(10);
});

test('the newest run is meant when none is named, and the settings say where it goes', async () => {
  leaveRun(1);
  const newest = leaveRun(2);
  const settings = 'version: 1\nevents: { file: log.sqlite }\nartifacts: { directory: kept }\n';
  writeFileSync(join(root, 'perigee-service.yml'), settings);
  const { status, stdout } = perigee([]);
  expect(status).toBe(0);
  expect(stdout).toContain(`run ${newest} of suite sync handed over, as acme/sync\n`);
  expect(stdout).toMatch(/artifact: kept\/acme-sync-[0-9a-f]{10}\/run-2-0-1\//);
  const queue = openSqliteQueue({ file: join(root, 'log.sqlite') });
  expect(await queue.openSource('anybody').lag()).toMatchObject({ messages: 1 });
  await queue.close();
});

test('several runs are handed over at once, and none where one of them did not finish', () => {
  const ids = [leaveRun(1), leaveRun(2)];
  const { status, stdout } = perigee([...ids, '--to', data]);
  expect(status).toBe(0);
  for (const id of ids) expect(stdout).toContain(`run ${id} of suite sync handed over`);
  mkdirSync(join(root, '.perigee/runs/20260101-000000-abcd'));
  const refused = perigee([leaveRun(3), '20260101-000000-abcd', '--to', data]);
  expect(refused.status).not.toBe(0);
  expect(refused.stdout).toBe('');
});

test('all finished runs are handed over, the oldest first, and the others named with the reason', () => {
  const ids = [leaveRun(1), leaveRun(2)].toSorted();
  const leave = (id: string, file: string): void => {
    mkdirSync(join(root, '.perigee/runs', id));
    writeFileSync(join(root, '.perigee/runs', id, file), '{}');
  };
  // Stopped by Ctrl-C: it may be resumed.
  const record = join(root, '.perigee/runs', leaveRun(3), 'run-record.json');
  const half = readFileSync(record, 'utf8').replace('"complete"', '"interrupted"');
  writeFileSync(record, half);
  leave('20260101-000000-abcd', 'run.json');
  leave('20260102-000000-abcd', 'run-record.json');
  const { status, stdout } = perigee(['--all', '--to', data]);
  expect(status).toBe(0);
  const published = [...stdout.matchAll(/^run (\S+) of suite sync handed over/gm)];
  expect(published.map(([, id]) => id)).toEqual(ids);
  expect(stdout).toMatch(
    /\n2 runs published, 3 runs left out: 20260101-000000-abcd did not finish; 20260102-000000-abcd: .* did not finish/,
  );
  for (const id of ids) rmSync(join(root, '.perigee/runs', id), { recursive: true });
  const none = perigee(['--all', '--to', data]);
  expect([none.status, none.stderr]).toEqual([
    2,
    expect.stringContaining('no run here has finished'),
  ]);
  const both = perigee([ids[0]!, '--all', '--to', data]);
  expect([both.status, both.stderr]).toEqual([2, expect.stringContaining('either --all or')]);
});

test('an artifact that is there is never replaced, and its own event is told again', async () => {
  const id = leaveRun(1);
  perigee([id, '--to', data]);
  leaveRun(1);
  const { status, stdout } = perigee([id, '--to', data]);
  expect(status).toBe(0);
  expect(stdout).toContain('was published before; its event was sent again');
});

test('a data folder that it makes is asked about, and never becomes a part of the work tree', () => {
  const id = leaveRun(1);
  writeFileSync(join(root, '.gitignore'), '.perigee/\n');
  const first = perigee([id]);
  expect(first.status).toBe(0);
  expect(first.stderr).toBe(
    'made perigee-data, with an event log and a store of artifacts in it: check that your service uses this folder. `perigee serve` stores what is in it, until Ctrl-C\n',
  );
  const git = ['status', '--porcelain', '--untracked-files=all'];
  expect(execFileSync('git', git, { cwd: root, encoding: 'utf8' })).toBe('?? .gitignore\n');
  expect(perigee([id]).stderr).toBe('');
});

test('without a run, without a name and without a folder it says what is missing', () => {
  const none = perigee(['--to', data]);
  expect(none.status).toBe(2);
  expect(none.stderr).toContain('no run with a run-record.json');
  leaveRun(1);
  execFileSync('git', ['remote', 'remove', 'origin'], { cwd: root });
  const nameless = perigee(['--to', data]);
  expect(nameless.status).toBe(2);
  expect(nameless.stderr).toContain('no remote `origin`');
  expect(nameless.stderr).toContain('to do: say it with --repository owner/name');
  expect(perigee(['--to', data, '--repository', '../x/y']).status).toBe(2);
  writeFileSync(join(root, 'a file'), '');
  const file = perigee(['--to', 'a file', '--repository', 'acme/sync']);
  expect(file.stderr).toContain('a file is no folder');
  expect(existsSync(data)).toBe(false);
});
