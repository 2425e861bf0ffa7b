import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { buildEnvironment } from '../../../src/runner/setup/environment.ts';
import { isKeyOfJob } from '../../../src/runner/setup/hide-keys.ts';

const file = join(import.meta.dirname, '../../../src/runner/setup/hide-keys.ts');

/** Starts a process with keys, which hides some of them and then runs a test that looks at its parent. */
function attack(hide: string): { seen: string; own: string } {
  const program = `
    import { execFileSync } from 'node:child_process';
    import { hideFromOthers } from ${JSON.stringify(file)};
    ${hide}
    const script = 'tr "\\\\0" "\\\\n" < /proc/$PPID/environ';
    const seen = execFileSync('/bin/sh', ['-c', script], { env: {}, encoding: 'utf8' });
    console.log(JSON.stringify({ seen, own: process.env.INPUT_TOKEN }));`;
  const output = execFileSync(process.execPath, ['--input-type=module', '--eval', program], {
    env: {
      PATH: process.env['PATH'],
      FIRST: 'kept',
      INPUT_TOKEN: 'secret-of-the-job',
      EMPTY: '',
      INPUT_OTHER: 'ä secret with = and \n line',
      LAST: 'kept too',
    },
    encoding: 'utf8',
  });
  return JSON.parse(output) as { seen: string; own: string };
}

test.skipIf(process.platform !== 'linux')(
  'a key that is hidden is not in what a test reads of its parent, and the parent still has it',
  () => {
    const plain = attack("delete process.env['INPUT_OTHER'];");
    expect(plain.seen).toContain('secret-of-the-job');
    expect(plain.seen).toContain('ä secret with =');
    const { seen, own } = attack(
      "hideFromOthers(process.env, (name) => name.startsWith('INPUT_'));",
    );
    expect(seen).not.toContain('secret');
    expect(seen).toContain('FIRST=kept\n');
    expect(seen).toContain('LAST=kept too\n');
    expect(own).toBe('secret-of-the-job');
  },
);

test.each([
  ['ACTIONS_RUNTIME_TOKEN', true],
  ['ACTIONS_ID_TOKEN_REQUEST_TOKEN', true],
  ['BUILDKITE_AGENT_ACCESS_TOKEN', true],
  ['CI_JOB_TOKEN', true],
  ['BUILDKITE_COMMIT', false],
  ['GITHUB_SHA', false],
  ['DATABASE_PASSWORD', false],
])('tests do not see the keys of a job, and all else: %s', (name, isHidden) => {
  expect(isKeyOfJob(name)).toBe(isHidden);
  expect(name in buildEnvironment({ [name]: 'x' }, {}, '/home')).toBe(!isHidden);
});
