import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { atNight } from '../nightly.ts';
import type { RunRecord, Verdict } from '../../src/contract/documents.ts';
import { parseDocument } from '../../src/contract/validate.ts';
import {
  draftSameWork,
  draftSuite,
  draftWork,
  makeRepository,
  type UserRepository,
} from './repository.ts';

let repository: UserRepository;
beforeEach(() => {
  repository = makeRepository();
  repository.write('work.sh', draftWork(10));
  repository.write('perigee.yml', draftSuite());
  repository.commit('Start');
});

const runs = (): string => join(repository.root, '.perigee', 'runs');
const onlyRun = (): string => join(runs(), readdirSync(runs())[0] ?? '');
const readRecord = (): RunRecord => {
  const file = join(onlyRun(), 'run-record.json');
  return parseDocument('run-record', readFileSync(file, 'utf8'), file);
};

test('a run leaves a record, a verdict, a page and logs, which other commands read', async () => {
  expect((await repository.perigee('config', 'check')).stdout).toContain('valid');
  repository.write('work.sh', draftSameWork(10));
  await repository.perigee('patch', '--seed', '7');
  const record = readRecord();
  expect(record.plan.seed).toBe(7);
  expect(record.profiles).toHaveLength(10);
  for (const { log } of record.profiles) {
    expect(existsSync(join(onlyRun(), log ?? 'no log'))).toBe(true);
  }
  const verdict = readFileSync(join(onlyRun(), 'verdict.json'), 'utf8');
  expect(parseDocument('verdict', verdict, 'verdict.json').counts['no-baseline']).toBe(0);
  expect(readFileSync(join(onlyRun(), 'report.html'), 'utf8')).toContain('<!doctype html>');
  expect(repository.git('status', '--porcelain')).toBe(' M work.sh\n');
  expect(repository.git('worktree', 'list').trim().split('\n')).toHaveLength(1);

  const report = (...args: string[]) => repository.perigee('report', ...args);
  expect((await report()).stdout).toContain('did not get slower');
  expect((await report('--format', 'markdown')).stdout).toContain('busy work');
  const json = await report('--format', 'json');
  expect((JSON.parse(json.stdout) as Verdict).schema).toBe('perigee/verdict');
  const output = join(repository.root, 'page.html');
  await report('--format', 'html', '--output', output);
  expect(readFileSync(output, 'utf8')).toContain('keep busy');
  const missing = await report('no-such-run');
  expect(missing.stderr).toContain(record.id);
  expect(missing.exitCode).toBe(2);

  // Which rule decides each series.
  const check = await repository.perigee('config', 'check', '--verbose');
  expect(check.stdout).toContain('keep busy › whole test › latency');
  expect(check.stdout).toContain('perigee.yml:14');
  expect(check.exitCode).toBe(0);
});

atNight('compare measures any two revisions, run the merge base against HEAD', async () => {
  repository.git('checkout', '--quiet', '-b', 'faster');
  repository.write('perigee.yml', draftSuite({ repeats: 2 }));
  repository.write('work.sh', draftWork(1));
  repository.commit('Do less');
  const run = await repository.perigee('run');
  expect(run.stderr).toContain('after:  HEAD');
  const compare = await repository.perigee('compare', 'faster', 'main');
  expect(compare.stderr).toContain('before: faster');
  expect(compare.stderr).toContain('after:  main');
});

test('Ctrl-C keeps and reports what was measured, and --resume measures the rest', async () => {
  repository.write('work.sh', draftSameWork(10));
  const stopped = await repository.perigeeStoppedAt('pair 3', 'patch');
  const kept = readRecord();
  expect(kept.status).toBe('interrupted');
  expect(stopped.stdout).toContain(`patch --resume ${kept.id}`);
  const resumed = await repository.perigee('patch', '--resume', kept.id);
  expect([0, 4]).toContain(resumed.exitCode);
  const record = readRecord();
  expect(record.status).toBe('complete');
  const passed = record.profiles.filter(({ outcome }) => outcome.status === 'passed');
  const places = passed.map(({ side, repeat }) => `${side} ${repeat}`);
  expect(new Set(places).size).toBe(10);
});

atNight(
  'a selection goes on with its own tests, and what it has not measured yet is no orphan',
  async () => {
    const rules = '    - { match: { span: marked at the end }, worse: 5% }\n';
    const other = '  - name: not asked for\n    command: [sh, work.sh]\nthresholds:';
    repository.write('perigee.yml', draftSuite({ rules }).replace('thresholds:', other));
    repository.commit('Add a test');
    repository.write('work.sh', draftSameWork(10));
    const stopped = await repository.perigeeStoppedAt('pair 3', 'patch', '--test', 'keep busy');
    expect(stopped.exitCode).toBe(3);
    expect(stopped.stdout).not.toContain('matches no series');
    const resumed = await repository.perigee('patch', '--resume');
    expect(resumed.stderr).not.toContain('cannot be resumed');
    expect(readRecord().tests.map(({ name }) => name)).toEqual(['keep busy']);
    expect(readRecord().status).toBe('complete');
  },
);

test('init writes a perigee.yml that loads and a workflow, and never writes over one', async () => {
  repository.git('remote', 'add', 'origin', 'https://github.com/acme/work.git');
  const second = await repository.perigee('init', '--github');
  expect(second.stdout).toMatch(/^left .*perigee\.yml as it is\nwrote .*workflows\/perigee\.yml\n/);
  expect((await repository.perigee('init')).exitCode).toBe(2);
  repository.git('rm', '--quiet', 'perigee.yml');
  const scripts = { 'bench:\u001b[2J': 'sh work.sh' };
  repository.write('package.json', JSON.stringify({ name: 'work', scripts }));
  const first = await repository.perigee('init');
  expect(first.stdout).toContain('bench:');
  expect(first.stdout).not.toContain('\u001b');
  expect(first.stdout).toContain('git add perigee.yml package.json');
  expect(first.exitCode).toBe(0);
  expect((await repository.perigee('config', 'check')).exitCode).toBe(0);
});

test('doctor says what this host can measure, and its JSON is alone on stdout', async () => {
  const { exitCode, stdout, stderr } = await repository.perigee('doctor', '--json');
  const { mechanisms } = parseDocument('doctor', stdout, 'stdout');
  expect(mechanisms.map(({ mechanism }) => mechanism)).toContain('strace');
  expect(stderr).toContain('What would help');
  expect(exitCode).toBe(0);
});
