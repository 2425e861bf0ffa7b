/** Who gives the verdict decides what a run may fail for: with `--fail-on` it leaves that to others. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { atNight } from '../nightly.ts';
import { makeRepository, type UserRepository } from './repository.ts';

let repository: UserRepository;
beforeEach(() => {
  repository = makeRepository();
});
afterEach(() => {
  repository.remove();
});

/** Two pairs are too few to decide a series; a test that breaks, or never passed, needs no more. */
function commitSuite(command: string, rules = ''): void {
  repository.write(
    'perigee.yml',
    `version: 1
suite: one
repeats: 2
maxRepeats: 2
warmup: 0
tests:
  - { name: one, command: ${command} }
thresholds:
  rules:
    - { match: { metric: latency }, worse: 5% }
${rules}`,
  );
  repository.write('work', 'true\n');
  repository.commit('Start');
}

const runWith = async (...args: string[]): Promise<number | null> =>
  (await repository.perigee('run', ...args)).exitCode;
/** A run that came to its end is judged again, and nothing is measured. */
const endAgain = (verdict: string) => repository.perigee('run', '--resume', '--fail-on', verdict);

test('what could not be decided fails a run, unless it is said that it shall not', async () => {
  commitSuite('[sh, work]');
  repository.write('work', 'true # as before\n');
  repository.commit('Change');
  expect(await runWith()).toBe(4);
  expect((await endAgain('undecided')).exitCode).toBe(4);
  expect((await endAgain('regressed')).exitCode).toBe(0);
  expect((await endAgain('never')).exitCode).toBe(0);
});

test('a test that broke fails a run, unless others give the verdict', async () => {
  commitSuite('[sh, work]');
  repository.write('work', 'false\n');
  repository.commit('Break it');
  expect(await runWith('--fail-on', 'regressed')).toBe(1);
  const { exitCode, stdout } = await endAgain('never');
  expect(exitCode).toBe(0);
  expect(stdout).toContain('✗ one fails and passed before');
});

atNight(
  'a test that never passed, and a rule that matches nothing, are for the others to tell too',
  async () => {
    commitSuite("[sh, -c, 'exit 1']", '    - { match: { span: none }, worse: 5% }\n');
    repository.write('work', 'changed\n');
    repository.commit('Change');
    expect(await runWith('--fail-on', 'regressed')).not.toBe(0);
    expect((await endAgain('never')).exitCode).toBe(0);
  },
);

atNight('what could not be measured at all fails a run in any case', async () => {
  commitSuite('[there-is-no-such-program]');
  repository.write('work', 'changed\n');
  repository.commit('Change');
  expect(await runWith('--fail-on', 'never')).toBe(3);
});

atNight('an attempt is kept in the record, and only a whole number from 1 is one', async () => {
  commitSuite('[sh, work]');
  repository.write('work', 'true # as before\n');
  repository.commit('Change');
  const { exitCode, stdout } = await repository.perigee(
    ...['run', '--attempt', '3', '--fail-on', 'never'],
  );
  expect(exitCode).toBe(0);
  expect(stdout).toContain('-attempt3');
  expect(await runWith('--attempt', '0')).toBe(2);
  const resumed = await repository.perigee('run', '--resume', '--attempt', '2');
  expect(resumed.stderr).toContain('a run that is resumed keeps its attempt');
});
