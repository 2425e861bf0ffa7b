import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { cleanEnvironment, makeFolder } from '../runner/stage/make-repository.ts';

/** The program as a hook calls it, from its sources. */
function call(hook: string, environment: Record<string, string>) {
  const main = join(import.meta.dirname, '../../buildkite-plugin/src/main.ts');
  return spawnSync(process.execPath, ['--no-warnings', main, hook], {
    encoding: 'utf8',
    env: { ...cleanEnvironment, BUILDKITE_BIN_PATH: makeFolder(), ...environment },
    cwd: makeFolder(),
  });
}

test('wrong options end with 2 before the step has run', () => {
  const options = JSON.stringify({ repeat: 5 });
  const { status, stdout } = call('pre-command', { BUILDKITE_PLUGIN_CONFIGURATION: options });
  expect(status).toBe(2);
  expect(stdout).toMatch(/^\+\+\+ Perigee could not go on\n/);
  expect(stdout).toContain('did you mean "repeats"?');
});

test('a hook whose turn it is not ends with 0 and without a word', () => {
  const { status, stdout } = call('pre-command', { BUILDKITE_COMMAND: 'make' });
  expect([status, stdout]).toEqual([0, '']);
});

test('after a command that failed nothing is measured, and the job keeps the status of its command', () => {
  const environment = { BUILDKITE_COMMAND: 'make', BUILDKITE_COMMAND_EXIT_STATUS: '7' };
  const { status, stdout } = call('post-command', environment);
  expect(status).toBe(0);
  expect(stdout).toContain('the command of this step ended with 7');
});
