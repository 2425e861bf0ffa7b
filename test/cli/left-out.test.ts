import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
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
