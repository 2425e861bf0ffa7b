import { copyFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { atNight } from '../../nightly.ts';
import type { Alert } from '../../../src/contract/alerts.ts';
import { runProgram } from '../store/run-store.ts';
import {
  type MadeHistory,
  makeHistory,
  openStoreIn,
  storePushes,
  writeSuite,
} from './make-history.ts';

const budget = '{ release: 5%, action: block }';
let made: MadeHistory;
const alerts = (...args: string[]) =>
  runProgram(made.folder, ['alerts', ...args, '--file', 'series.sqlite']);
const inFolder = (name: string): string => join(made.folder, name);
const listAll = async (): Promise<Alert[]> => {
  const { stdout } = await alerts('--all', '--format', 'json');
  return (JSON.parse(stdout) as { alerts: Alert[] }).alerts;
};

beforeAll(async () => {
  made = makeHistory(140, 60);
  const { commits, folder } = made;
  writeSuite(folder, budget);
  made.git('config', 'user.name', 'Ann Example');
  const slow = new Set(commits.slice(100));
  const pushes = commits.slice(1).map((commit, i) => ({ before: commits[i]!, commit }));
  await storePushes(openStoreIn(folder), pushes, (_, commit) => (slow.has(commit) ? 0.2 : 0));
  copyFileSync(inFolder('series.sqlite'), inFolder('measured.sqlite'));
  await alerts();
  copyFileSync(inFolder('series.sqlite'), inFolder('opened.sqlite'));
});

/** Each test finds both alerts open, whichever comes first. */
beforeEach(() => copyFileSync(inFolder('opened.sqlite'), inFolder('series.sqlite')));

afterAll(() => rmSync(made.folder, { recursive: true, force: true }));

test('the commit that made two series slower is one alert, and the exceeded budget another', async () => {
  const { status, stdout, stderr } = await alerts();
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  const commit = made.commits[100]!;
  expect(stdout).toMatch(
    new RegExp(`1 +new +\\S+ +${commit.slice(0, 12)} +.*latency \\+2.* and 1 more`),
  );
  expect(stdout).toMatch(/alert +state +state since +commits +worse/);
  expect(stdout).toMatch(/2 +new +\S+ +over budget since v1\.0 +.*latency/);
  const [budget, change, ...others] = await listAll();
  expect(others).toEqual([]);
  expect(change).toMatchObject({ number: 1, foundBy: 'history', commit, range: { commits: 1 } });
  expect(budget).toMatchObject({
    commit,
    foundBy: 'budget',
    budget: { release: 'v1.0', action: 'block' },
  });
  expect(budget?.budget?.parts[0]).toMatchObject({
    commit,
    subject: 'Change 100',
    standsOut: true,
  });
});

test('one alert in detail names the commits that used up the budget', async () => {
  const { stdout } = await alerts('2');
  const commit = made.commits[100]!.slice(0, 12);
  expect(stdout.replaceAll('\n', ' ')).toContain(
    `over the budget of 5.0% since v1.0, from ${commit} on`,
  );
  expect(stdout).toMatch(/contributed the most:\n +\+2\d\.\d% +\S+ +Ann: Change 100/);
});

test('a person says where it stands, with who and why, and it stays so', async () => {
  const refused = await alerts('1', 'accepted');
  expect(refused.status).toBe(2);
  expect(refused.stderr).toContain('accepted needs a reason');
  const lifted = await alerts('2', 'fixed');
  expect([lifted.status, lifted.stderr]).toEqual([
    2,
    expect.stringContaining('fixed needs a reason'),
  ]);
  const empty = await alerts('1', 'accepted', '--because', ' \u200b');
  expect([empty.status, empty.stderr]).toEqual([2, refused.stderr]);
  const said = await alerts('1', 'accepted', '--because', 'checks every path twice');
  expect(said.stdout).toMatch(/accepted +Ann Example +checks every path twice/);
  const open = await alerts();
  expect(open.stdout).toContain('1 closed alert: --all shows them');
  expect((await listAll())[1]?.transitions.map(({ by, state }) => [state, by])).toEqual([
    ['new', undefined],
    ['accepted', 'Ann Example'],
  ]);
});

test('limits and budgets of a perigee.yml count for no other suite of the store', async () => {
  copyFileSync(inFolder('measured.sqlite'), inFolder('series.sqlite'));
  writeFileSync(
    inFolder('perigee.yml'),
    [
      'version: 1',
      'suite: other',
      'tests: [{ name: upload, command: [a] }]',
      'thresholds: { defaults: { latency: { worse: 900%, action: warn } } }',
      'budget: { release: 1% }',
    ].join('\n'),
  );
  await alerts();
  const found = await listAll();
  // Nor does it say that a budget of another suite is gone.
  copyFileSync(inFolder('opened.sqlite'), inFolder('series.sqlite'));
  const [ofBudget] = await listAll();
  expect(ofBudget).toMatchObject({ foundBy: 'budget', transitions: [{ state: 'new' }] });
  writeSuite(made.folder, budget);
  expect(found).toMatchObject([{ number: 1, foundBy: 'history', commit: made.commits[100] }]);
});

test('what moved and is no alert yet is told, with how many commits it takes; else when one comes', async () => {
  const few = makeHistory(60, 1);
  writeSuite(few.folder, budget);
  const pushes = few.commits.slice(1).map((commit, i) => ({ before: few.commits[i]!, commit }));
  const slow = new Set(few.commits.slice(56));
  const show = async (size: number): Promise<string> => {
    const level = (test: string, commit: string) =>
      test === 'upload' && slow.has(commit) ? size : 0;
    await storePushes(openStoreIn(few.folder), pushes, level);
    const { stdout } = await runProgram(few.folder, ['alerts', '--file', 'series.sqlite']);
    rmSync(join(few.folder, 'series.sqlite'));
    return stdout.replaceAll('\n', ' ');
  };
  const at = few.commits[56]?.slice(0, 12);
  const young = `no open alert not confirmed yet: upload/whole test/latency \\+2\\d\\.\\d% at ${at}; it is an alert if about [1-4] more measured commits? shows? it`;
  expect(await show(0.2)).toMatch(new RegExp(young));
  expect(await show(0)).toContain(
    'no open alert an alert opens once five measured commits in a row',
  );
  rmSync(few.folder, { recursive: true, force: true });
});

test('what is no alert yet is told again once the alert of its budget is closed, which ended with the budget', async () => {
  const few = makeHistory(60, 40);
  writeSuite(few.folder, budget);
  const pushes = few.commits.slice(1).map((commit, i) => ({ before: few.commits[i]!, commit }));
  const slow = new Set(few.commits.slice(56));
  await storePushes(openStoreIn(few.folder), pushes, (_, commit) => (slow.has(commit) ? 0.2 : 0));
  const show = async (...args: string[]): Promise<string> => {
    const { stdout } = await runProgram(few.folder, ['alerts', ...args, '--file', 'series.sqlite']);
    return stdout.replaceAll('\n', ' ');
  };
  const open = await show();
  expect(open).toContain('over budget since v1.0');
  expect(open).not.toContain('not confirmed yet');
  writeSuite(few.folder, '{ year: 900% }');
  expect(await show()).toMatch(/no open alert not confirmed yet: .* 1 closed alert/);
  expect(await show('--all')).toMatch(/1 +ended .* over budget since v1\.0/);
  expect(await show('1')).toMatch(/alert 1: ended;.* ended +Perigee +no longer watched/);
  rmSync(few.folder, { recursive: true, force: true });
});

test('a change of a short history is not confirmed yet, says each command in the same word', async () => {
  const few = makeHistory(18, 1);
  writeSuite(few.folder, budget);
  const pushes = few.commits.slice(1).map((commit, i) => ({ before: few.commits[i]!, commit }));
  const slow = new Set(few.commits.slice(8));
  await storePushes(openStoreIn(few.folder), pushes, (_, commit) => (slow.has(commit) ? 0.2 : 0));
  const show = async (command: string): Promise<string> => {
    const { stdout } = await runProgram(few.folder, [command, '--file', 'series.sqlite']);
    return stdout.replaceAll(/\s+/g, ' ');
  };
  expect(await show('history')).toMatch(/\+2\d\.\d%.* not confirmed yet: so far fewer than five/);
  expect(await show('alerts')).toContain('no open alert not confirmed yet: ');
  rmSync(few.folder, { recursive: true, force: true });
});

test('of too few commits it says that no alert can open yet', async () => {
  const few = makeHistory(4, 1);
  writeSuite(few.folder, budget);
  const pushes = few.commits.slice(1).map((commit, i) => ({ before: few.commits[i]!, commit }));
  await storePushes(openStoreIn(few.folder), pushes, () => 0);
  const { stdout } = await runProgram(few.folder, ['alerts', '--file', 'series.sqlite']);
  expect(stdout).toMatch(/no open alert\n\d+ series: too short to show a change: \d+ commits/);
  rmSync(few.folder, { recursive: true, force: true });
});

test('without a store it says how one is filled', async () => {
  const { status, stderr } = await runProgram(made.folder, ['alerts', '--file', 'no.sqlite']);
  expect(status).toBe(2);
  expect(stderr).toContain('`perigee publish --all`, then `perigee serve`');
});

test('an alert that is not there, and a state that is none, are refused', async () => {
  const missing = await alerts('9');
  expect([missing.status, missing.stderr]).toEqual([2, expect.stringContaining('no alert 9')]);
  const state = await alerts('1', 'solved');
  expect([state.status, state.stderr]).toEqual([2, expect.stringContaining('acknowledged')]);
});

atNight(
  'in another store, an export brings the same alerts back, and measurements change none of them',
  async () => {
    await alerts('2', 'explained', '--because', 'the new format');
    const before = await listAll();
    expect(before.map(({ foundBy }) => foundBy)).toEqual(['budget', 'history']);
    const run = (...args: string[]) => runProgram(made.folder, args);
    await run('export', '--file', 'series.sqlite', '--into', 'all.ndjson');
    const imported = await run('import', 'perigee', 'all.ndjson', '--file', 'back.sqlite');
    expect(imported.stdout).toContain('139 builds and 2 alerts');
    copyFileSync(inFolder('back.sqlite'), inFolder('series.sqlite'));
    expect(await listAll()).toEqual(before);
  },
);
