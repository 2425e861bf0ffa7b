import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { RunRecord, Verdict } from '../../src/contract/documents.ts';
import { parseDocument } from '../../src/contract/validate.ts';
import { makeRepository, type UserRepository } from './repository.ts';

const suite = `version: 1
suite: naps
repeats: 3 # three are enough here
maxRepeats: 3
warmup: 0
tests:
  - { name: long, command: [sh, nap.sh, '0.1'] }
  - { name: short, command: [sh, nap.sh, '0.05'] }
  - { name: other, command: [sh, nap.sh, '0.01'] }
  - { name: at night, command: [sleep, '0.01'], when: nightly }
thresholds:
  rules:
    - { match: { metric: '*' }, worse: 900%, action: warn }
shards:
  # Of two runners
  pins:
    long: 1
    short: 1
    other: 2
`;

let repository: UserRepository;
const runsOf = (shard: string): string[] => {
  const runs = join(repository.root, '.perigee', 'runs');
  return readdirSync(runs)
    .filter((id) => id.endsWith(shard))
    .map((id) => join(runs, id));
};
const readRecord = (folder = ''): RunRecord => {
  const file = join(folder, 'run-record.json');
  return parseDocument('run-record', readFileSync(file, 'utf8'), file);
};

beforeAll(async () => {
  repository = makeRepository(mkdtempSync(join(tmpdir(), 'perigee-cli-')));
  repository.write('nap.sh', 'sleep "$1"\n');
  repository.write('perigee.yml', suite);
  repository.commit('Start');
  repository.write('notes', 'changed');
  repository.commit('Change');
  for (const shard of ['1/2', '2/2', '3/3']) {
    await repository.perigee('run', '--shard', shard, '--affected', 'all');
  }
});
afterAll(() => {
  rmSync(repository.root, { recursive: true });
});

test('each shard measures its own tests, and all of them name the same plan', () => {
  const [one, two] = ['1of2', '2of2'].map((shard) => readRecord(runsOf(shard)[0]));
  expect(one?.tests.map(({ name }) => name)).toEqual(['long', 'short']);
  expect(two?.tests.map(({ name }) => name)).toEqual(['other']);
  expect(two?.shard).toEqual({ index: 1, total: 2, attempt: 1 });
  expect(two?.plan.digest).toBe(one?.plan.digest);
});

test('a shard without tests ends well, and says so', async () => {
  const { stdout, exitCode } = await repository.perigee('run', '--shard', '3/3');
  expect(stdout).toContain('shard 3 of 3 has no tests');
  expect(exitCode).toBe(0);
});

test('report makes one verdict of the shards of a build', async () => {
  const folders = [...runsOf('1of2'), ...runsOf('2of2')];
  const { stdout, exitCode } = await repository.perigee('report', ...folders, '--format', 'json');
  const verdict = JSON.parse(stdout) as Verdict;
  expect(verdict.tests.map(({ name }) => name)).toEqual(['long', 'short', 'other']);
  expect(verdict.conclusion).toBe('passed');
  expect(exitCode).toBe(0);
});

test('with a shard missing it is incomplete, also where the path names one shard alone', async () => {
  const [only = ''] = runsOf('1of2');
  const { stdout, exitCode } = await repository.perigee('report', only);
  expect(stdout).toContain('shard 2 of 2 is missing');
  expect(exitCode).toBe(3);
});

test('a shard of another plan is named, and nothing is green', async () => {
  const folders = [...runsOf('1of2'), ...runsOf('2of2'), ...runsOf('3of3').slice(0, 1)];
  const { stdout, exitCode } = await repository.perigee('report', ...folders);
  expect(stdout).toContain('foreign-shard');
  expect(exitCode).toBe(3);
});

test('a run that is resumed keeps its shard, so that none can be named', async () => {
  const { stderr, exitCode } = await repository.perigee('run', '--resume', '--shard', '1/2');
  expect(stderr).toContain('keeps its shard');
  expect(exitCode).toBe(2);
});

test('shard shows the plan, with times where records tell them', async () => {
  const plain = await repository.perigee('shard', '--total', '2', '--nightly');
  expect(plain.stdout).toContain('shard 1 of 2');
  expect(plain.stdout).toContain('    long, pinned\n    short, pinned\n');
  expect(plain.stdout).toContain('at night');
  const timed = await repository.perigee('shard', '--total', '2', '--durations', ...runsOf('of2'));
  expect(timed.stdout).toMatch(/long, \d.* m?s, pinned/);
  expect(timed.stdout).toMatch(/the longest shard takes .* more than the mean/);
});

test('without a number of shards, or durations to balance by, it says what is needed', async () => {
  const total = await repository.perigee('shard');
  expect(total.stderr).toContain('--total 4');
  expect(total.exitCode).toBe(2);
  const blind = await repository.perigee('shard', '--total', '2', '--rebalance');
  expect(blind.stderr).toContain('--durations');
  expect(blind.exitCode).toBe(2);
});

test('rebalance says what it moves, and writes pins between the lines that were there', async () => {
  // The others have the pins of before, whichever of them comes next.
  onTestFinished(() => repository.write('perigee.yml', suite));
  appendFileSync(join(repository.root, 'perigee.yml'), '# the end\n');
  const args = ['shard', '--total', '3', '--rebalance', '--durations', ...runsOf('of2')];
  const { stdout, exitCode } = await repository.perigee(...args);
  expect(stdout).toMatch(/^short \(.*\): shard 1 → 3$/m);
  expect(stdout).toContain('before: the longest shard');
  expect(exitCode).toBe(0);
  const text = readFileSync(join(repository.root, 'perigee.yml'), 'utf8');
  const pinned = suite.replace('short: 1', 'short: 3');
  expect(text).toBe(`${pinned}  total: 3\n# the end\n`);
  const again = await repository.perigee(...args);
  expect(again.stdout).toContain('no test moves');
  expect(readFileSync(join(repository.root, 'perigee.yml'), 'utf8')).toBe(text);
});
