import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { openRepository } from '../../../src/runner/revisions/repository.ts';
import {
  folderOf,
  removeLeftovers,
  surveyRest,
  surveyRuns,
  usualRetention,
} from '../../../src/runner/retention/clean-state.ts';
import { checkoutsFolder } from '../../../src/runner/worktrees/checkouts-folder.ts';
import { claimFolder } from '../../../src/runner/worktrees/claim-folder.ts';
import { makeStateDirectory } from '../../../src/runner/worktrees/state-directory.ts';
import { cleanEnvironment, makeFolder, makeRepository } from '../stage/make-repository.ts';
import { makeTest, runTests } from '../stage/make-request.ts';

const now = new Date('2026-11-22T12:00:00Z');
const dayMs = 24 * 60 * 60 * 1000;

async function makeScene() {
  const { root } = makeRepository();
  const repository = await openRepository(root, cleanEnvironment);
  const state = await makeStateDirectory(repository);
  const addRun = (name: string, daysAgo: number): string => {
    const folder = join(state, 'runs', name);
    mkdirSync(join(folder, 'logs'), { recursive: true });
    writeFileSync(join(folder, 'logs', 'a.log'), 'x'.repeat(10_000));
    const at = new Date(now.getTime() - daysAgo * dayMs);
    utimesSync(folder, at, at);
    return folder;
  };
  return { root, repository, state, addRun };
}

const names = (paths: readonly { path: string }[]): string[] =>
  paths.map(({ path }) => basename(path)).sort();

test('the newest runs stay, of the others those that are old go', async () => {
  const { state, addRun } = await makeScene();
  for (const [name, daysAgo] of [
    ['a', 1],
    ['b', 40],
    ['c', 50],
    ['d', 10],
  ] as const) {
    addRun(name, daysAgo);
  }
  const survey = async (newest: number, days: number) =>
    names((await surveyRuns(state, { newest, days }, now)).leftovers);
  expect(await survey(2, 30)).toEqual(['b', 'c']);
  expect(await survey(3, 30)).toEqual(['c']);
  expect(await survey(1, 30)).toEqual(['b', 'c']);
  expect(await survey(1, 0)).toEqual(['b', 'c', 'd']);
  expect(await survey(0, 0)).toEqual(['a', 'b', 'c', 'd']);
});

test('a run that a living process uses stays, and one that was resumed late is new', async () => {
  const { repository, state, addRun } = await makeScene();
  await claimFolder(addRun('used', 60));
  addRun('dead', 60);
  writeFileSync(join(state, 'runs', 'dead.owner'), `{"pid":${process.pid},"started":"1"}`);
  const survey = await surveyRuns(state, { newest: 0, days: 30 }, now);
  expect(survey.inUse).toEqual(['used']);
  expect(await removeLeftovers(repository, survey.leftovers)).toEqual([]);
  expect(readdirSync(join(state, 'runs')).sort()).toEqual(['used', 'used.owner']);
});

test('checkouts of killed runs, kept builds and artifacts go; with a living run builds stay', async () => {
  const { repository, state } = await makeScene();
  for (const path of ['builds/y', 'artifacts/z', 'snapshot-1']) {
    mkdirSync(join(state, path), { recursive: true });
  }
  const checkouts = checkoutsFolder(state);
  for (const path of ['killed/x', 'kept']) mkdirSync(join(checkouts, path), { recursive: true });
  await claimFolder(join(checkouts, 'kept'));
  const busy = await surveyRest(state);
  expect(names(busy.leftovers)).toEqual(['artifacts', 'killed', 'observations']);
  expect(busy.inUse).toEqual(['kept', 'builds']);
  writeFileSync(join(checkouts, 'kept.owner'), '');
  const { leftovers } = await surveyRest(state);
  const made = ['artifacts', 'builds', 'kept', 'killed', 'observations', 'snapshot-1'];
  expect(names(leftovers)).toEqual(made);
  expect(await removeLeftovers(repository, leftovers)).toEqual([]);
  expect(readdirSync(state).sort()).toEqual(
    ['.gitignore', 'runs'].filter((name) => existsSync(join(state, name))),
  );
  expect(existsSync(checkouts)).toBe(false);
});

test('a link among the runs is neither followed nor counted', async () => {
  const { state, addRun } = await makeScene();
  addRun('own', 60);
  const outside = makeFolder({ mine: '' });
  symlinkSync(outside, join(state, 'runs', 'link'));
  const { leftovers } = await surveyRuns(state, { newest: 0, days: 0 }, now);
  expect(names(leftovers)).toEqual(['own']);
  expect(readdirSync(outside)).toEqual(['mine']);
});

test('each run forgets those that are too many and too old, but not itself', async () => {
  const repository = makeRepository();
  const state = join(repository.root, '.perigee');
  const at = new Date(Date.now() - (usualRetention.days + 1) * dayMs);
  for (let index = 0; index < usualRetention.newest + 3; index += 1) {
    const folder = join(state, 'runs', `old-${String(index).padStart(2, '0')}`);
    mkdirSync(folder, { recursive: true });
    utimesSync(folder, at, at);
  }
  await runTests(repository, [makeTest('one')], { id: 'the-run' });
  const left = readdirSync(join(state, 'runs'));
  expect(left).toHaveLength(usualRetention.newest);
  expect(left).toContain('the-run');
});

test('an entry of an older Node says its folder by another name', () => {
  expect(folderOf({ path: '/a' })).toBe('/a');
  expect(folderOf({ parentPath: '/a', path: '/b' })).toBe('/a');
});

test('a measurement is none the worse for earlier runs that cannot be removed', async () => {
  const repository = makeRepository();
  const runs = join(repository.root, '.perigee', 'runs');
  const old = new Date('2020-01-01');
  for (let run = 0; run < 22; run += 1) {
    const folder = join(runs, `old-${run}`);
    mkdirSync(folder, { recursive: true });
    // Where a file of Perigee's would be.
    mkdirSync(`${folder}.owner`);
    utimesSync(folder, old, old);
  }
  const record = await runTests(repository, [makeTest('one', { command: ['true'] })]);
  expect(record.status).toBe('complete');
  expect(record.problems.map(({ code }) => code)).toContain('old-runs-not-removed');
  const text = readFileSync(join(runs, record.id, 'run-record.json'), 'utf8');
  expect(text).toContain('old-runs-not-removed');
});
