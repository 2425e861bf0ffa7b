import { execFileSync, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const program = fileURLToPath(new URL('../../bin/perigee.mjs', import.meta.url));
const perigee = (...args: string[]): string =>
  execFileSync(process.execPath, [program, ...args], { encoding: 'utf8' });

/** What each shell offers for the last of these words, which is still being typed. */
const drivers: Readonly<Record<string, string>> = {
  bash: `eval "$1"; shift
COMP_WORDS=(perigee "$@")
COMP_CWORD=$#
_perigee
printf '%s\\n' "\${COMPREPLY[@]}"`,
  // The functions of its completion system, as far as the script calls them; matching the word is their part.
  zsh: `compdef() { : }
_files() { : }
compadd() { shift; print -rl -- "\${(M)@:#$words[CURRENT]*}" }
_describe() { [[ $1 = -o ]] && shift; local all=("\${(@P)2}"); compadd -- "\${all[@]%%:*}" }
eval "$1"; shift
words=(perigee "$@")
CURRENT=$#words
_perigee`,
  fish: `echo $argv[1] | source
complete --do-complete "perigee $argv[2..-1]" | string replace --regex '\\t.*' ''
true`,
};
/** What the shell calls itself, where the first argument is that. */
const own: Readonly<Record<string, readonly string[]>> = { bash: ['bash'], zsh: ['zsh'] };

function complete(shell: string, ...words: string[]): string[] {
  const script = perigee('completion', shell);
  const args = ['-c', drivers[shell] ?? '', ...(own[shell] ?? []), script, ...words];
  const { status, stdout, stderr } = spawnSync(shell, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  return stdout.split('\n').filter((line) => line !== '');
}

const isThere = (shell: string): boolean => spawnSync(shell, ['--version']).status === 0;

describe.each(Object.keys(drivers))('%s', (shell) => {
  // `npm test` installs what is missing where it may; a laptop may lack one, and then it is told so.
  test.skipIf(!isThere(shell)).each([
    ['a command', ['ju'], ['judge']],
    ['a command below another', ['store', 'bu'], ['build']],
    ['an option of the command that is typed', ['run', '--sh'], ['--shard']],
    ['an option behind others', ['run', '--shard', '1/2', '--re'], ['--resume']],
    ['the values of an option', ['report', '--format', 'ma'], ['markdown']],
    ['the shells', ['completion', 'z'], ['zsh']],
    ['nothing that a command does not have', ['doctor', '--sh'], []],
  ])('completes %s', (_title, words, offered) => {
    expect(complete(shell, ...words)).toEqual(offered);
  });
});

describe.each(['zsh', 'fish'])('the script for %s', (shell) => {
  const script = perigee('completion', shell);

  test('names every command with its description', () => {
    for (const name of ['judge', 'shard', 'completion', 'serve']) expect(script).toContain(name);
    expect(script).toContain('judge a recorded run again');
  });
});

test('--version names the commit and the Node beside the version', () => {
  expect(perigee('--version')).toMatch(
    /^\d+\.\d+\.\d+ \(commit [0-9a-f]{12}( with changes)?, Node v\d+\.\d+\.\d+\)\n$/,
  );
});
