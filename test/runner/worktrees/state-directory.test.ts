/** A change may commit what it likes, `.perigee` too: nothing outside the repository is written or deleted. */
import {
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { openRepository } from '../../../src/runner/revisions/repository.ts';
import { makeStateDirectory } from '../../../src/runner/worktrees/state-directory.ts';
import {
  cleanEnvironment,
  makeFolder,
  makeRepository,
  type TestRepository,
} from '../stage/make-repository.ts';
import { makeTest, runTests } from '../stage/make-request.ts';

function link(repository: TestRepository, path: string, target: string): void {
  const place = join(repository.root, path);
  mkdirSync(dirname(place), { recursive: true });
  symlinkSync(target, place);
}

/** A folder with something in it that must stay as it is. */
function makeOutside(): string {
  const folder = makeFolder();
  mkdirSync(join(folder, 'keep'));
  writeFileSync(join(folder, 'keep', 'file'), 'mine');
  return folder;
}

test.each([['.perigee'], ['.perigee/runs'], ['.perigee/builds'], ['.perigee/.gitignore']])(
  'a run is refused where %s is a link',
  async (path) => {
    const repository = makeRepository();
    const outside = makeOutside();
    const target = path.endsWith('.gitignore') ? join(outside, 'keep/file') : outside;
    link(repository, path, target);
    await expect(runTests(repository, [makeTest('one')])).rejects.toMatchObject({
      name: 'UserError',
      message: expect.stringContaining(`${path}: this is a symbolic link`),
    });
    expect(readdirSync(outside)).toEqual(['keep']);
    expect(readFileSync(join(outside, 'keep/file'), 'utf8')).toBe('mine');
  },
);

test('a run is refused where git tracks something in .perigee', async () => {
  const repository = makeRepository();
  repository.write('.perigee/runs/99991231-000000-00000000/run-record.json', '{}');
  repository.git('add', '--force', '--all');
  repository.git('commit', '--quiet', '-m', 'a forged run');
  await expect(runTests(repository, [makeTest('one')])).rejects.toThrow(
    'git tracks .perigee/runs/99991231-000000-00000000/run-record.json',
  );
});

test.each([
  ['folder of the logs', 'rm -rf $RUN/logs && ln -s $OUTSIDE $RUN/logs'],
  ['folder of the run', 'mv $RUN $RUN.away && ln -s $OUTSIDE $RUN'],
])('a link that a test puts in the place of the %s is not followed', async (_, attack) => {
  const repository = makeRepository();
  const outside = makeOutside();
  const run = join(repository.root, '.perigee/runs/the-run');
  const script = attack.replaceAll('$RUN', run).replaceAll('$OUTSIDE', outside);
  const tests = [makeTest('one', { command: ['sh', '-c', `test -L ${run} || { ${script}; }`] })];
  await expect(runTests(repository, tests, { id: 'the-run' })).rejects.toThrow(
    'this is a symbolic link',
  );
  expect(readdirSync(outside)).toEqual(['keep']);
});

test.each(['run-record.json', 'journal.jsonl'])(
  'a link that a test puts at %s is replaced, and what it leads to stays',
  async (file) => {
    const repository = makeRepository();
    const outside = makeOutside();
    const place = join(repository.root, '.perigee/runs/the-run', file);
    const target = join(outside, 'keep/file');
    const script = `rm -f ${place}; ln -s ${target} ${place}`;
    const tests = [makeTest('one', { command: ['sh', '-c', script] })];
    await runTests(repository, tests, { id: 'the-run' });
    expect(readFileSync(target, 'utf8')).toBe('mine');
  },
);

test('a link at the log of an execution is neither written to nor quoted', async () => {
  const repository = makeRepository();
  const outside = makeOutside();
  const secret = join(outside, 'keep/file');
  // The first execution puts links at the places of both logs of the pair, and fails.
  const logs = join(repository.root, '.perigee/runs/the-run/logs/01-one');
  const script = ['before-000', 'before-001', 'after-000', 'after-001']
    .map((name) => `rm -f ${logs}/${name}.log; ln -s ${secret} ${logs}/${name}.log`)
    .join('; ');
  const tests = [makeTest('one', { command: ['sh', '-c', `${script}; echo loud; exit 1`] })];
  const record = await runTests(repository, tests, { id: 'the-run' });
  expect(readFileSync(secret, 'utf8')).toBe('mine');
  expect(JSON.stringify(record)).not.toContain('mine');
});

test('the directory of a test that leads out of its checkout is not entered', async () => {
  const repository = makeRepository();
  const marker = join(makeFolder(), 'ran');
  repository.write('bench/work.txt', 'before');
  repository.commit('with a folder');
  repository.git('rm', '--quiet', '-r', 'bench');
  symlinkSync(makeOutside(), join(repository.root, 'bench'));
  const command = ['sh', '-c', `cat work.txt >> ${marker}`];
  const record = await runTests(repository, [makeTest('one', { command, directory: 'bench' })], {
    sides: { before: { kind: 'revision', name: 'HEAD' }, after: { kind: 'working-tree' } },
  });
  const outcomes = record.profiles.map(({ side, outcome }) => [side, outcome.status]);
  expect(outcomes).toContainEqual(['after', 'not-started']);
  expect(outcomes).not.toContainEqual(['after', 'passed']);
  expect(existsSync(marker)).toBe(true);
});

test('a file with a second name is not written through where a run is kept', async () => {
  const repository = makeRepository();
  const outside = makeOutside();
  mkdirSync(join(repository.root, '.perigee'));
  linkSync(join(outside, 'keep/file'), join(repository.root, '.perigee/.gitignore'));
  await runTests(repository, [makeTest('one')]);
  expect(readFileSync(join(outside, 'keep/file'), 'utf8')).toBe('mine');
});

test('runs that start at once make one folder', async () => {
  const repository = await openRepository(makeRepository().root, cleanEnvironment);
  const made = await Promise.all(Array.from({ length: 20 }, () => makeStateDirectory(repository)));
  expect(new Set(made).size).toBe(1);
  expect(readFileSync(join(made[0]!, '.gitignore'), 'utf8')).toBe('*\n');
});
