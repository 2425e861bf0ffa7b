import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { draftSuite, makeRepository, type UserRepository } from './repository.ts';
import { parseDocument } from '../../src/contract/validate.ts';
import { readExample } from '../contract/corpus.ts';

const older = '20260101-120000-0000000a';
const newer = '20260102-120000-00000001';
const example = readExample('verdict', 'valid', 'one-regression');

let repository: UserRepository;
const makeRun = (id: string): string => {
  const folder = join(repository.root, '.perigee', 'runs', id);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'run.json'), '{}');
  return folder;
};
beforeEach(() => {
  repository = makeRepository();
  writeFileSync(join(makeRun(older), 'verdict.json'), example);
});

test('an output that cannot be written is an error of usage', async () => {
  const { exitCode, stderr } = await repository.perigee('report', '--output', 'no/such/folder');
  expect(stderr).toContain('--output: no/such/folder cannot be written (ENOENT)');
  expect(stderr).not.toContain('    at ');
  expect(exitCode).toBe(2);
});

test('an output that is a link of the repository is not written through', async () => {
  const target = join(repository.root, '.git', 'config');
  const before = readFileSync(target, 'utf8');
  symlinkSync(target, join(repository.root, 'report.md'));
  const { exitCode, stderr } = await repository.perigee('report', '--output', 'report.md');
  expect(stderr).toContain('report.md: this is a symbolic link');
  expect(exitCode).toBe(3);
  expect(readFileSync(target, 'utf8')).toBe(before);
});

test('a reader that has seen enough is no error', async () => {
  const { exitCode, stderr } = await repository.perigeeUnread('report', '--format', 'json');
  expect(stderr).toBe('');
  expect(exitCode).toBe(0);
});

test('a newer run without a verdict is named, not passed over in silence', async () => {
  expect((await repository.perigee('report')).stderr).toBe('');
  makeRun(newer);
  const { exitCode, stdout, stderr } = await repository.perigee('report');
  expect(stdout).toContain('✗');
  expect(stderr).toContain(`run --resume ${newer}`);
  expect(exitCode).toBe(0);
});

test('a newer control, which leaves only logs, is not named: nobody can go on with it', async () => {
  mkdirSync(join(repository.root, '.perigee/runs', newer, 'logs'), { recursive: true });
  const { exitCode, stdout, stderr } = await repository.perigee('report');
  expect(stdout).toContain('✗');
  expect(stderr).toBe('');
  expect(exitCode).toBe(0);
});

test('--json writes the verdict alone, as --format json does', async () => {
  const { stdout, stderr } = await repository.perigee('report', '--json');
  expect(parseDocument('verdict', stdout, 'stdout')).toEqual(JSON.parse(example));
  expect(stderr).toBe('');
});

test('--json beside --format is refused, not overlooked', async () => {
  const { exitCode, stderr } = await repository.perigee('report', '--json', '--format', 'junit');
  expect(stderr).toContain("'--json' cannot be used with option '--format");
  expect(exitCode).toBe(2);
});

test('a damaged verdict is refused with its file', async () => {
  writeFileSync(join(makeRun(older), 'verdict.json'), '{"schema": "perigee/ver');
  const { exitCode, stderr } = await repository.perigee('report', older);
  expect(stderr).toContain(join(older, 'verdict.json'));
  expect(exitCode).toBe(2);
});

test('config check is about the file while no run has a record', async () => {
  repository.write('perigee.yml', draftSuite());
  const { exitCode, stdout } = await repository.perigee('config', 'check');
  expect(stdout).toContain('1 test (0 nightly only)');
  expect(stdout).toContain('Nothing was measured here yet');
  expect(exitCode).toBe(0);
});

test('config check says that too few pairs decide nothing', async () => {
  repository.write('perigee.yml', draftSuite({ repeats: 3 }));
  const { stdout } = await repository.perigee('config', 'check');
  expect(stdout).toMatch(/3 pairs, .*\nmaxRepeats: 3 decides nothing/);
  repository.write('perigee.yml', draftSuite({ repeats: 3, maxRepeats: 5 }));
  expect((await repository.perigee('config', 'check')).stdout).not.toContain('decides nothing');
});

test('help fits eighty columns, as its author broke its lines', async () => {
  const { stdout } = await repository.perigee('--help');
  expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80);
  expect(stdout).toContain('runs your suite before\nand after a change');
  expect(stdout).toMatch(/^ {2}demo .*small example$/m);
});
