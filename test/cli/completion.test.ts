import { execFileSync, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const program = fileURLToPath(new URL('../../bin/perigee.mjs', import.meta.url));
const perigee = (...args: string[]): string =>
  execFileSync(process.execPath, [program, ...args], { encoding: 'utf8' });

/** What bash offers for the last of these words, which is still being typed. */
function complete(...words: string[]): string[] {
  const script = `eval "$(cat)"
COMP_WORDS=(perigee "$@")
COMP_CWORD=$#
_perigee
printf '%s\\n' "\${COMPREPLY[@]}"`;
  const input = perigee('completion', 'bash');
  const { status, stdout, stderr } = spawnSync('bash', ['-c', script, 'bash', ...words], {
    ...{ input, encoding: 'utf8' },
  });
  if (status !== 0) throw new Error(stderr);
  return stdout.split('\n').filter((line) => line !== '');
}

describe('bash completes', () => {
  test.each([
    ['a command', ['ju'], ['judge']],
    ['a command below another', ['store', 'bu'], ['build']],
    ['an option of the command that is typed', ['run', '--sh'], ['--shard']],
    ['an option behind others', ['run', '--shard', '1/2', '--re'], ['--resume']],
    ['the values of an option', ['report', '--format', 'ma'], ['markdown']],
    ['the shells', ['completion', 'z'], ['zsh']],
  ])('%s', (_title, words, offered) => {
    expect(complete(...words)).toEqual(offered);
  });

  test('nothing that a command does not have', () => {
    expect(complete('doctor', '--sh')).toEqual([]);
  });
});

describe.each(['zsh', 'fish'])('the script for %s', (shell) => {
  const script = perigee('completion', shell);

  test('names every command with its description', () => {
    for (const name of ['judge', 'shard', 'completion', 'serve']) expect(script).toContain(name);
    expect(script).toContain('judge a recorded run again');
  });

  const isThere = spawnSync(shell, ['--version']).status === 0;
  test.skipIf(!isThere)('is one that the shell can read', () => {
    expect(spawnSync(shell, ['-n'], { input: script, encoding: 'utf8' }).stderr).toBe('');
  });
});

test('--version names the commit and the Node beside the version', () => {
  expect(perigee('--version')).toMatch(
    /^\d+\.\d+\.\d+ \(commit [0-9a-f]{12}( with changes)?, Node v\d+\.\d+\.\d+\)\n$/,
  );
});
