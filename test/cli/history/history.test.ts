import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { explainCalm } from '../../../src/cli/history/render-quiet.ts';
import { parseDocument } from '../../../src/contract/validate.ts';
import { makePoint, makeStoredBuild, writeAll } from '../../store/make-build.ts';
import { runProgram } from '../store/run-store.ts';
import {
  type MadeHistory,
  makeHistory,
  openStoreIn,
  storePushes,
  writeSuite,
} from './make-history.ts';

const history = (folder: string, ...args: string[]) =>
  runProgram(folder, ['history', ...args, '--file', 'series.sqlite']);

test('canaries are no history of commits, and one line says where they are', async () => {
  const made = makeHistory(4, 1);
  const [before = '', commit = ''] = made.commits;
  const store = openStoreIn(made.folder);
  const machine = makePoint({
    ...{ test: '(machine)', span: 'canaries', annotations: { cpu: 'Example', cores: 4 } },
    values: { 'cpu.integer': 1e6 },
  });
  await writeAll(store, { build: makeStoredBuild(9), points: [machine] });
  await storePushes(store, [{ before, commit }], () => 0);
  const { stdout, stderr } = await history(made.folder);
  expect(stdout, stderr).toContain(
    '\nCanaries of one kind of machine: the page Machines of the dashboard (`perigee open`) shows whether the machines changed\n',
  );
  expect(stdout).not.toContain('(machine)');
  rmSync(made.folder, { recursive: true, force: true });
});

test('at a change it says which canaries of the machine changed at that commit too', async () => {
  const { commits, folder } = makeHistory(60, 1);
  const store = openStoreIn(folder);
  const canaries = commits.map((commit, i) => {
    const took = (i < 30 ? 1e6 : 1.5e6) + 2e4 * Math.sin(i * i);
    const values = { 'cpu.integer': took, 'memory.latency': took, 'cpu.float': took };
    const machine = { cpu: 'Example', cores: 4 };
    const point = makePoint({
      ...{ test: '(machine)', span: 'canaries', annotations: machine, values },
    });
    const facts = { runId: `canary-${i}`, commit, baseline: commits[i - 1] ?? commit };
    return { build: makeStoredBuild(200 + i, facts), points: [point] };
  });
  await writeAll(store, ...canaries);
  const slow = new Set(commits.slice(30));
  const pushes = commits.slice(1).map((commit, i) => ({ before: commits[i]!, commit }));
  await storePushes(store, pushes, (test, commit) =>
    test === 'upload' && slow.has(commit) ? 0.2 : 0,
  );
  const { stdout } = await history(folder);
  const name = commits[30]!.slice(0, 12);
  expect(stdout.replaceAll(/\s+/g, ' ')).toMatch(
    new RegExp(`${name}: the machine changed there too: [^:]*integer CPU \\+5\\d\\.\\d%`),
  );
  expect(stdout.match(/the machine changed/g)).toHaveLength(1);
  rmSync(folder, { recursive: true, force: true });
});

describe('of pushes that were compared with the commit before', () => {
  let made: MadeHistory;

  beforeAll(async () => {
    made = makeHistory(140, 60);
    const { commits, folder } = made;
    const placeOf = new Map(commits.map((commit, place) => [commit, place]));
    const pushes = commits.slice(1).map((commit, i) => ({ before: commits[i]!, commit }));
    await storePushes(
      openStoreIn(folder),
      pushes.filter((_, i) => i % 9 !== 5),
      (name, commit) => (name === 'upload' && placeOf.get(commit)! >= 100 ? 0.2 : 0),
    );
  });

  afterAll(() => rmSync(made.folder, { recursive: true, force: true }));

  test('it names the commit at which a series became slower, and passes over what did not', async () => {
    const { status, stdout, stderr } = await history(made.folder);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toContain('acme/sync, main, last release v1.0');
    expect(stdout).toMatch(/upload\/whole test: latency[^]*\+2\d\.\d%/);
    expect(stdout).toContain(made.commits[100]!.slice(0, 12));
    expect(stdout).toContain('1 more series: no change');
    expect(stdout).not.toContain('list/whole test');
  });

  test('one series is shown in detail, with the newest levels', async () => {
    const { stdout } = await history(made.folder, 'list');
    expect(stdout).toContain('no change');
    expect(stdout).toContain(`${made.commits[139]!.slice(0, 12)}  2027-03-08`);
    expect(stdout).toMatch(/machines differ by \d\.\d%/);
  });

  test('a budget that blocks ends it with 1, and names the commit that used it up', async () => {
    writeSuite(made.folder, '{ release: 5%, year: 50%, action: block }');
    const { status, stdout } = await history(made.folder, 'upload');
    expect(stdout).toMatch(/worse since v1\.0, [^]*5\.0% allowed:\s+OVER\s+BUDGET\s+\(block\)/);
    expect(stdout).toMatch(/worse since the best level that held [^]*within\s+budget/);
    const [, first] = /OVER BUDGET.*\n *(\S+ ±\S+ +\S+)/.exec(stdout) ?? [];
    expect(first).toContain(made.commits[100]!.slice(0, 12));
    expect(status).toBe(1);
    writeSuite(made.folder, '{ release: 5% }');
    expect((await history(made.folder)).status).toBe(0);
    rmSync(`${made.folder}/perigee.yml`);
  });

  test('JSON has levels, changes and every run with its repeats', async () => {
    const { stdout } = await history(made.folder, 'upload', '--json');
    const { branch, series } = parseDocument('history', stdout, 'stdout');
    expect(branch).toBe('main');
    const [{ changes, levels, runs } = { changes: [], levels: [], runs: [] }] = series;
    expect(changes).toMatchObject([
      { commit: made.commits[100], range: { after: made.commits[99] } },
    ]);
    expect(levels.map(({ commit }) => commit)).toEqual(
      made.commits.filter((commit) => levels.some((one) => one.commit === commit)),
    );
    expect(levels[50]!.low).toBeLessThan(levels[50]!.value);
    expect(runs).toHaveLength(124);
    expect(runs[0]!.after?.repeats).toHaveLength(5);
  });

  test('a branch that does not exist is refused', async () => {
    const { status, stderr } = await history(made.folder, '--branch', 'mainn');
    expect(status).toBe(2);
    expect(stderr).toContain('did you mean main?');
  });
});

test('a commit that changed several series comes first, with how many', async () => {
  const { commits, folder } = makeHistory(60, 1);
  const pushes = commits.slice(1).map((commit, i) => ({ before: commits[i]!, commit }));
  const slow = new Set(commits.slice(30));
  await storePushes(openStoreIn(folder), pushes, (_, commit) => (slow.has(commit) ? 0.3 : 0));
  const { stdout } = await history(folder);
  expect(stdout).toMatch(/commits +on +series +change\n.* 2 +\+3\d\.\d% to \+3\d\.\d%\n/);
  rmSync(folder, { recursive: true, force: true });
});

test('a history of tips says how much less exact it is', async () => {
  const { commits, folder } = makeHistory(60, 1);
  await storePushes(
    openStoreIn(folder),
    commits.map((commit) => ({ commit })),
    () => 0,
  );
  const { stdout } = await history(folder, 'upload');
  expect(stdout).toMatch(/only tips were measured, and machines differ by about \d\.\d%/);
  rmSync(folder, { recursive: true, force: true });
});

test('a pull request with the files that main got counts as the commit of main', async () => {
  const { commits, folder, git } = makeHistory(40, 1);
  const head = git(
    ...['-c', 'user.name=A', '-c', 'user.email=a@localhost'],
    ...['commit-tree', `${commits[20]!}^{tree}`, '-p', commits[19]!, '-m', 'as a pull request'],
  );
  const pushes = commits.slice(1).map((commit, i) => ({ before: commits[i]!, commit }));
  pushes[19] = { before: commits[19]!, commit: head };
  pushes.splice(20, 1);
  await storePushes(openStoreIn(folder), pushes, () => 0);
  const { stdout } = await history(folder, 'upload', '--format', 'json');
  expect(stdout).toContain(`"commit": "${commits[20]!}"`);
  rmSync(folder, { recursive: true, force: true });
});

test('of two budgets, one that nothing was measured for is not called kept with the other', async () => {
  // The release is the commit at 10, and nothing before the one at 20 was measured.
  const { commits, folder } = makeHistory(60, 10);
  const pushes = commits.slice(21).map((commit, i) => ({ before: commits[i + 20]!, commit }));
  await storePushes(openStoreIn(folder), pushes, () => 0);
  writeSuite(folder, '{ release: 5%, year: 20%, action: block }');
  const { stdout } = await history(folder);
  expect(stdout).toContain('2 series: their budget cannot be judged yet');
  expect(stdout).not.toContain('within their budget');
  rmSync(folder, { recursive: true, force: true });
});

test('where few commits were measured, it says that nothing can be judged yet', async () => {
  const { commits, folder } = makeHistory(6, 3);
  try {
    const pushes = commits.slice(1).map((commit, i) => ({ before: commits[i]!, commit }));
    await storePushes(openStoreIn(folder), pushes, (_, commit) =>
      commit === commits[5] ? 0.5 : 0,
    );
    writeSuite(folder, '{ year: 5%, action: block }');
    const { status, stdout } = await history(folder);
    expect(stdout).toMatch(/2 series: too short to show a change: \d+ commits are needed/);
    expect(stdout).toContain('2 series: their budget cannot be judged yet');
    expect(stdout).not.toContain('within their budget');
    expect(status).toBe(0);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test.each([
  [15, /^too short to show a change: 16 /],
  [16, /^no change yet: one counts once 8 commits before it and 8 /],
  [31, /^no change yet/],
  [32, /^no change$/],
])('of %i commits without a change, it says no more than they can show', (commits, words) => {
  const levels: never[] = Array(commits).fill({}) as never[];
  expect(explainCalm({ history: { levels } as never })).toMatch(words);
});
