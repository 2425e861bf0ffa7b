import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { atNight } from '../nightly.ts';
import { makeRepository } from './repository.ts';

let repository: ReturnType<typeof makeRepository>;
beforeEach(() => {
  repository = makeRepository();
  repository.write(
    'perigee.yml',
    `version: 1
suite: two
repeats: 2
maxRepeats: 2
tests:
  - { name: one, command: [sh, one.sh] }
  - { name: two, command: [sh, two.sh] }
`,
  );
  for (const name of ['one', 'two']) repository.write(`${name}.sh`, 'sleep 0.05\n');
  repository.write('notes', 'old');
  repository.commit('Start');
});
afterEach(() => {
  repository.remove();
});

const words = (text: string): string => text.replace(/\s+/g, ' ');

test('a change that no test reads leaves all tests out here, unless all are asked for', async () => {
  repository.write('notes', 'new');
  const left = await repository.perigee('patch');
  expect(words(left.stdout)).toContain(
    'Nothing to measure: this change touches nothing that any of the 2 tests reads',
  );
  expect(left.exitCode).toBe(0);
  // The record of another machine is not believed.
  const runs = join(repository.root, '.perigee/runs');
  const [id = ''] = readdirSync(runs);
  const foreign = join(repository.root, 'foreign');
  cpSync(join(runs, id), foreign, { recursive: true });
  const file = join(foreign, 'run-record.json');
  writeFileSync(file, readFileSync(file, 'utf8').replaceAll(id, 'of-another'));
  const told = await repository.perigee('report', file);
  expect(words(told.stdout)).toContain('it was planned and never measured');
  const whole = await repository.perigee('patch', '--affected', 'all');
  expect(whole.stdout).not.toContain('Left out');
});

atNight(
  'what is left out is named beside what is measured, and by the command that asks',
  async () => {
    repository.write('two.sh', 'sleep 0.06\n');
    const { stdout } = await repository.perigee('patch', '--verbose');
    expect(words(stdout)).toContain('touches nothing that they read (1) one: reads 1 file');
    const asked = await repository.perigee('affected');
    expect(asked.stdout).toContain(
      'left out  one: reads 1 file, which the change does not touch\n',
    );
    expect(asked.stdout).toContain('measured  two: two.sh holds something else');
  },
);

atNight('a test that leaves what a measured one uses is measured on both sides', async () => {
  repository.write('one.sh', 'echo 1 > made\n');
  repository.write('two.sh', 'cat made\n');
  repository.commit('Use what is made');
  repository.git('switch', '--create', 'change');
  repository.write('two.sh', 'cat made; true\n');
  const { exitCode, stdout } = await repository.perigee('patch');
  expect(stdout).not.toContain('Left out');
  expect(exitCode).not.toBe(1);
});

test('a test is explained among the others, whose leavings it uses', async () => {
  repository.write('one.sh', 'echo 1 > made\n');
  repository.write('two.sh', 'cat made 2>/dev/null || true\n');
  repository.commit('Use what is made');
  repository.write('one.sh', 'echo 2 > made\n');
  const { stdout } = await repository.perigee('affected', '--explain', 'two', 'HEAD');
  expect(stdout).toContain('measured  two: one.sh holds something else');
  expect(stdout).not.toContain('one:');
});

test('a comparison of equal trees is refused by the command that asks', async () => {
  const { exitCode, stderr } = await repository.perigee('affected', 'main', 'main');
  expect(exitCode).toBe(2);
  expect(stderr).toContain('hold the same files');
});

test('Ctrl-C while tests are observed could not measure', async () => {
  repository.write('one.sh', 'sleep 20\n');
  repository.commit('Sleep');
  repository.write('notes', 'new');
  const { exitCode, stdout, stderr } = await repository.perigeeStoppedAt(
    'look at what',
    'affected',
  );
  expect(exitCode).toBe(3);
  expect(stderr).toContain('nothing is kept');
  expect(stdout).toBe('');
});

test('a job whose verdict others rely on leaves nothing out', async () => {
  const job = {
    ...{ BUILDKITE: 'true', BUILDKITE_COMMIT: repository.git('rev-parse', 'HEAD').trim() },
    ...{ BUILDKITE_BRANCH: 'main', BUILDKITE_PIPELINE_DEFAULT_BRANCH: 'main' },
    ...{ BUILDKITE_ORGANIZATION_SLUG: 'acme', BUILDKITE_PIPELINE_SLUG: 'perf' },
    ...{ BUILDKITE_BUILD_NUMBER: '1', BUILDKITE_REPO: 'https://github.com/acme/sync.git' },
    ...{ BUILDKITE_RETRY_COUNT: '0', BUILDKITE_PULL_REQUEST: 'false' },
  };
  for (const [name, value] of Object.entries(job)) vi.stubEnv(name, value);
  onTestFinished(() => void vi.unstubAllEnvs());
  const { exitCode, stderr } = await repository.perigee('run', '--affected', 'auto');
  expect(stderr).toContain('leave --affected out');
  expect(exitCode).toBe(2);
});
