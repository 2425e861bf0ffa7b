import { beforeEach, expect, test } from 'vitest';
import { parseDocument } from '../../src/contract/validate.ts';
import {
  draftSameWork,
  draftSuite,
  draftWork,
  draftWrites,
  makeRepository,
  type UserRepository,
} from './repository.ts';

let repository: UserRepository;
beforeEach(() => {
  repository = makeRepository();
  repository.write('work.sh', draftWork(10));
});

test('0: a change that does the same has not regressed', async () => {
  repository.write('perigee.yml', draftSuite({ metric: 'disk.writes' }));
  repository.write('work.sh', draftWrites(100));
  repository.commit('Start');
  repository.write('work.sh', `${draftWrites(100)}# Changed.\n`);
  const { exitCode, stdout } = await repository.perigee('patch');
  expect(stdout).toContain('did not get slower');
  expect(exitCode).toBe(0);
});

test('1: commits that do twenty times the work have regressed, and a command finds the one', async () => {
  repository.write('perigee.yml', draftSuite({ metric: 'disk.writes' }));
  repository.write('work.sh', draftWrites(100));
  repository.commit('Start');
  repository.write('work.sh', draftWrites(2000));
  repository.commit('Do more');
  repository.write('README.md', 'It does more.');
  repository.commit('Say so');
  const { exitCode, stdout, stderr } = await repository.perigee(
    ...['compare', 'HEAD~2', 'HEAD', '--json'],
  );
  expect(stderr).toMatch(/^✗ keep busy › whole test: write operations are \d+ times as high/m);
  expect(stderr).toMatch(
    /\nSince: .* bisect [0-9a-f]{12} [0-9a-f]{12} {3}# which of these 2 commits\n/,
  );
  const { conclusion, series } = parseDocument('verdict', stdout, 'stdout');
  expect(conclusion).toBe('regressed');
  expect(series[0]?.test).toBe('keep busy');
  expect(exitCode).toBe(1);
  repository.git('read-tree', '-u', '--reset', 'HEAD~2');
  const { stdout: undone } = await repository.perigee('patch', '--base', 'HEAD~2');
  expect(undone).toMatch(/was red against this base\. Your files are those of the base again/);
  // What was red on another branch is no matter of this one.
  repository.git('checkout', '--quiet', '-B', 'other', '-f', 'HEAD~2');
  const { stdout: fresh } = await repository.perigee('patch', '--base', 'HEAD');
  expect(fresh).toContain('\nChange something first.');
});

test('0: with nothing changed nothing is measured', async () => {
  repository.write('perigee.yml', draftSuite());
  repository.commit('Start');
  const { exitCode, stdout } = await repository.perigee('patch');
  expect(stdout).toMatch(/^Nothing to measure: no file differs from /);
  expect(exitCode).toBe(0);
  const { stdout: json, stderr } = await repository.perigee('patch', '--json');
  const { conclusion, headline } = parseDocument('verdict', json, 'stdout');
  expect(conclusion).toBe('nothing-measured');
  expect(stdout).toContain(headline);
  expect(stderr).toContain(headline);
  expect((await repository.perigee('patch', '--test', 'nope')).exitCode).toBe(2);
});

test('2: a mistake in perigee.yml is named with its line, and nothing is measured', async () => {
  repository.write('perigee.yml', draftSuite().replace('thresholds:', 'tresholds:'));
  repository.commit('Start');
  const { exitCode, stderr } = await repository.perigee('patch');
  expect(stderr).toContain('perigee.yml:11:1');
  expect(stderr).toContain('thresholds');
  expect(exitCode).toBe(2);
});

test('3: a setup that fails shows the end of its log', async () => {
  const setup = `[[node, -e, "console.error('the disk is full'); process.exit(7)"]]`;
  repository.write('perigee.yml', draftSuite({ setup }));
  repository.commit('Start');
  repository.write('work.sh', draftSameWork(10));
  const { exitCode, stderr } = await repository.perigee('patch');
  expect(stderr).toContain('the disk is full');
  expect(exitCode).toBe(3);
});

test('4: two pairs are too few to decide anything that blocks', async () => {
  repository.write('perigee.yml', draftSuite({ repeats: 2 }));
  repository.commit('Start');
  repository.write('work.sh', draftSameWork(10));
  const { exitCode, stdout } = await repository.perigee('patch');
  expect(stdout).toMatch(/undecided/i);
  expect(exitCode).toBe(4);
});
