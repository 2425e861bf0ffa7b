import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { RunRecord } from '../../src/contract/documents.ts';
import type { Overview } from '../../src/web/api/answers.ts';
import { addressOf } from '../../src/web/api/addresses.ts';
import { openRuns } from '../../src/cli/open/gather-runs.ts';
import { openSqliteReader } from '../../src/store/sqlite/open-sqlite-reader.ts';
import { openSqliteStore } from '../../src/store/sqlite/open-sqlite-store.ts';
import { makeHistory, repository } from '../web/api/make-history.ts';
import { never } from '../store/make-build.ts';
import { readExample } from '../contract/corpus.ts';
import { enter, makeGitFolder, open, program, start } from './open-dashboard.ts';

test('who has the token reads the store, others do not, and Ctrl-C ends it', async () => {
  const folder = makeGitFolder();
  const store = openSqliteStore({ file: join(folder, 'series.sqlite') });
  await store.write(makeHistory(5), never);
  await store.close();
  const { child, url } = await open(folder, '--file', 'series.sqlite');
  const cookie = await enter(url);
  const address = url.origin + addressOf.listRepositories();
  expect((await fetch(address)).status).toBe(401);
  expect((await fetch(address, { headers: { cookie: `${cookie}x` } })).status).toBe(401);
  const { promise, resolve, reject } = Promise.withResolvers<number | undefined>();
  const headers = { cookie, host: 'rebound.example.org' };
  request(address, { headers }, (answer) => {
    answer.resume();
    resolve(answer.statusCode);
  })
    .on('error', reject)
    .end();
  expect(await promise).toBe(421);
  const found = await (await fetch(address, { headers: { cookie } })).json();
  expect(found).toMatchObject({ repositories: [{ repository, builds: 5 }] });
  child.kill('SIGINT');
  expect(await once(child, 'exit')).toEqual([0, null]);
});

test.each([
  ['that its origin names', true, [{ suite: 'sync', year: 0.2, action: 'warn' }]],
  ['that has its commits', false, [{ suite: 'sync', year: 0.2, action: 'warn' }]],
  ['of others not', undefined, undefined],
] as const)(
  'the perigee.yml of the folder has the budgets of a repository %s, as it is at each request',
  async (...given) => {
    const [, isNamed, budgets] = given;
    const folder = makeGitFolder();
    const git = (...args: string[]) => spawnSync('git', args, { cwd: folder, encoding: 'utf8' });
    if (isNamed) git('remote', 'add', 'origin', `https://github.example/${repository}.git`);
    git(...['-c', 'user.name=a', '-c', 'user.email=a@b.c', 'commit', '--allow-empty', '-m', 'a']);
    const commit = git('rev-parse', 'HEAD').stdout.trim();
    const store = openSqliteStore({ file: join(folder, 'series.sqlite') });
    const facts = isNamed === false ? { commit } : {};
    await store.write(makeHistory(5, facts), never);
    await store.close();
    const suite = 'version: 1\nsuite: sync\ntests: [{ name: upload, command: ["true"] }]\n';
    writeFileSync(join(folder, 'perigee.yml'), `${suite}budget: { year: 20% }\n`);
    const { child, url } = await open(folder, '--file', 'series.sqlite');
    const headers = { cookie: await enter(url) };
    const address = url.origin + addressOf.readOverview(repository);
    const read = async (): Promise<Overview['budgets']> =>
      ((await (await fetch(address, { headers })).json()) as Overview).budgets;
    expect(await read()).toEqual(budgets);
    writeFileSync(join(folder, 'perigee.yml'), suite);
    expect(await read()).toEqual(budgets && []);
    child.kill('SIGINT');
    await once(child, 'exit');
  },
);

test('an address lets one browser in, and the next one is printed then', async () => {
  const folder = makeGitFolder();
  await openSqliteStore({ file: join(folder, 'series.sqlite') }).close();
  const { url, urls } = await open(folder, '--file', 'series.sqlite');
  const cookie = await enter(url);
  expect(cookie).not.toContain(url.searchParams.get('token'));
  expect((await fetch(url, { redirect: 'manual' })).status).toBe(401);
  await expect.poll(() => urls).toHaveLength(2);
  const page = '/build?run=2&suite=a+b';
  expect(await enter(new URL(`${page}&${urls[1]!.searchParams}`, url), page)).toBe(cookie);
});

// `xdg-open`, which the test puts into the PATH, starts the browser on Linux alone.
test.skipIf(process.platform !== 'linux')(
  'the browser gets a file that only this user can read, with an address of its own, and it goes with the dashboard',
  async () => {
    const folder = makeGitFolder();
    await openSqliteStore({ file: join(folder, 'series.sqlite') }).close();
    const note = join(folder, 'opened');
    const browser = `#!/bin/sh\nprintf %s "$*" > ${note}.part && mv ${note}.part ${note}\n`;
    writeFileSync(join(folder, 'xdg-open'), browser, { mode: 0o755 });
    vi.stubEnv('PATH', `${folder}:${process.env['PATH']}`);
    vi.stubEnv('DISPLAY', ':0');
    onTestFinished(() => void vi.unstubAllEnvs());
    const { child, url } = await start(folder, '--file', 'series.sqlite');
    await expect.poll(() => existsSync(note)).toBe(true);
    const given = readFileSync(note, 'utf8');
    expect(given).not.toContain('token');
    const file = fileURLToPath(given);
    expect((statSync(file).mode & 0o777).toString(8)).toBe('600');
    const [, own = ''] = /url=(\S+)">/.exec(readFileSync(file, 'utf8')) ?? [];
    expect(own).not.toBe(url.href);
    await enter(new URL(own));
    child.kill('SIGINT');
    await once(child, 'exit');
    expect(existsSync(dirname(file))).toBe(false);
  },
);

test('two slashes as an address end nothing', async () => {
  const folder = makeGitFolder();
  await openSqliteStore({ file: join(folder, 'series.sqlite') }).close();
  const { url } = await open(folder, '--file', 'series.sqlite');
  for (const path of ['//', '//', `//x${url.search}`]) {
    const asked = request({ host: url.hostname, port: url.port, path }).end();
    const [answer] = (await once(asked, 'response')) as [IncomingMessage];
    answer.resume();
    expect(answer.statusCode).toBe(400);
  }
});

interface ShownRuns {
  builds: { runId: string; conclusion?: string; isUncommitted?: boolean; report?: string }[];
}

test('without a store it shows the runs of this machine with their verdicts, and new ones', async () => {
  const folder = makeGitFolder();
  const addRun = (id: string): void => {
    const run = join(folder, '.perigee/runs', id);
    mkdirSync(run, { recursive: true });
    writeFileSync(join(run, 'run-record.json'), readExample('run-record', 'valid', 'complete'));
    const verdict = readExample('verdict', 'valid', 'one-regression');
    const own = '$1{"num_files":10000,"kind":"small","warm":false}';
    const named = verdict.replace(/("annotations": ){\s*"num_files": 10000\s*}/, own);
    writeFileSync(join(run, 'verdict.json'), named);
    writeFileSync(join(run, 'report.html'), `<title>Report of ${id}</title>`);
  };
  addRun('20260101-000000-abcd');
  const { url } = await open(folder);
  const cookie = await enter(url);
  const get = (path: string) => fetch(url.origin + path, { headers: { cookie } });
  const { repositories } = (await (await get(addressOf.listRepositories())).json()) as {
    repositories: { repository: string; builds: number }[];
  };
  expect(repositories).toMatchObject([{ builds: 1 }]);
  const list = async (): Promise<ShownRuns['builds']> => {
    const answer = await get(addressOf.listBuilds(repositories[0]!.repository));
    return ((await answer.json()) as ShownRuns).builds;
  };
  const [build] = await list();
  expect(build).toMatchObject({ conclusion: 'regressed', isUncommitted: true });
  const overview = await get(addressOf.readOverview(repositories[0]!.repository));
  expect(Object.values(((await overview.json()) as Overview).worst ?? {})).toMatchObject([
    { series: { span: 'upload', metric: 'latency' } },
  ]);
  const report = await get(build!.report!);
  expect(await report.text()).toBe('<title>Report of 20260101-000000-abcd</title>');
  expect(report.headers.get('content-security-policy')).toMatch(/^sandbox /);
  expect((await fetch(url.origin + build!.report!)).status).toBe(401);

  const file = join(folder, 'gathered.sqlite');
  await openRuns({ file, root: folder }).gather();
  const reader = openSqliteReader(file);
  const [gathered] = await reader.listBuilds(repositories[0]!.repository, 1);
  await reader.close();
  expect(Object.values(gathered?.local?.regressed ?? {})).toEqual([true]);
  expect(gathered?.local).toMatchObject({ warning: [], floors: { latency: 0 } });

  addRun('20260102-000000-abcd');
  await expect.poll(list, { interval: 500 }).toHaveLength(2);
});

test('git says which commits runs measured, and the order of those of the default branch', async () => {
  const folder = makeGitFolder();
  const git = (...args: string[]): string => {
    const all = ['-c', 'user.name=Ann', '-c', 'user.email=ann@example.com', ...args];
    return spawnSync('git', all, { cwd: folder, encoding: 'utf8' }).stdout.trim();
  };
  git('checkout', '--quiet', '-b', 'main');
  // All of one second: only git knows which of them came first.
  vi.stubEnv('GIT_COMMITTER_DATE', '2026-01-01T00:00:00Z');
  onTestFinished(() => void vi.unstubAllEnvs());
  const commits = ['first', 'second', 'third', 'fourth'].map((subject) => {
    git('commit', '--quiet', '--allow-empty', '--message', subject);
    return git('rev-parse', 'HEAD');
  });
  const text = readExample('run-record', 'valid', 'complete');
  const addRun = (id: string, before: string, after: string): void => {
    const record = JSON.parse(text) as RunRecord;
    record.before.commit = before;
    record.after = { ...record.after, commit: after, dirty: false };
    delete record.branch;
    const run = join(folder, '.perigee/runs', id);
    mkdirSync(run, { recursive: true });
    writeFileSync(join(run, 'run-record.json'), JSON.stringify(record));
  };
  for (let i = 1; i < commits.length; i += 1) {
    addRun(`2026010${i}-000000-abcd`, commits[i - 1]!, commits[i]!);
  }
  addRun('20260105-000000-abcd', commits[3]!, 'f'.repeat(40));
  git('checkout', '--quiet', '-b', 'topic');
  git('commit', '--quiet', '--allow-empty', '--message', 'on the topic');
  addRun('20260106-000000-abcd', commits[3]!, git('rev-parse', 'HEAD'));
  const { url } = await open(folder);
  const headers = { cookie: await enter(url) };
  const get = async (path: string): Promise<unknown> =>
    (await fetch(url.origin + path, { headers })).json();
  const { repositories } = (await get(addressOf.listRepositories())) as {
    repositories: { repository: string }[];
  };
  const { repository: local } = repositories[0]!;
  const { builds } = (await get(addressOf.listBuilds(local))) as {
    builds: { runId: string; branchKind: string; branch?: string; author?: string }[];
  };
  const find = (run: string) => builds.find(({ runId }) => runId === run);
  const ofBranch = { branchKind: 'default', branch: 'main', author: 'Ann' };
  expect(find('20260101-000000-abcd')).toMatchObject(ofBranch);
  const unknown = find('20260105-000000-abcd');
  expect(unknown).toMatchObject({ branchKind: 'other' });
  expect(Object.keys(unknown ?? {})).not.toContain('branch');
  const onTopic = { branchKind: 'other', branch: 'topic', author: 'Ann', subject: 'on the topic' };
  expect(find('20260106-000000-abcd')).toMatchObject(onTopic);
  const { series } = (await get(addressOf.listSeries(local))) as { series: { id: string }[] };
  const read = (): Promise<unknown> => get(addressOf.readSeries(local, series[0]!.id));
  await expect
    .poll(read, { interval: 500, timeout: 60_000 })
    .toMatchObject({ commits: commits.map((commit) => ({ commit, author: 'Ann' })) });
});

test('a file that is no store is refused at the start', () => {
  const folder = makeGitFolder();
  writeFileSync(join(folder, 'package.json'), '{ "name": "no store, but a file" }\n');
  const args = [program, 'open', '--no-browser', '--file', 'package.json'];
  const { status, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
  expect(status).toBe(2);
  expect(stderr).toContain('package.json');
});

test('with neither it says what to do', () => {
  const folder = makeGitFolder();
  const options = { cwd: folder, encoding: 'utf8' } as const;
  const { status, stderr } = spawnSync(process.execPath, [program, 'open'], options);
  expect(status).toBe(2);
  expect(stderr).toContain('measure first: `perigee patch`');
});
