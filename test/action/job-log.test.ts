import { expect, test } from 'vitest';
import { withoutCommands } from '../../action/src/job-log.ts';

/** The commands of a text as the runner finds them: line by line, first those with colons. */
function findCommands(text: string): string[] {
  return text.split(/\r\n|\n|\r/).flatMap((line) => {
    // What .NET calls white space has one character more than what JavaScript does.
    const named = /^[\s\u0085]*::([a-z-]+)[^:]*::/.exec(line) ?? /##\[([a-z-]+)[^\]]*\]/.exec(line);
    return named?.[1] === undefined ? [] : [named[1]];
  });
}

test.each([
  ['::error::all is lost', ['error']],
  ['   ::add-mask::a', ['add-mask']],
  ['\u0085\u00a0\u2003::stop-commands::x', ['stop-commands']],
  ['upload\n::set-output name=verdict::passed', ['set-output']],
  ['upload\r::debug::x', ['debug']],
  ['##[error]all is lost', ['error']],
  ['  before upload ##[set-output name=verdict;]passed 0.2 s', ['set-output']],
  ['\u001b[2m  after  ##[add-mask]e\u001b[0m', ['add-mask']],
])('a name of a pull request gives the runner no command: %j', (text, commands) => {
  expect(findCommands(text)).toEqual(commands);
  expect(findCommands(withoutCommands(text))).toEqual([]);
});

test.each(['std::sort of 1,000', 'a # and a [bracket]', 'pair 3, about 2 minutes left'])(
  'what is no command stays as it is: %j',
  (text) => {
    expect(withoutCommands(text)).toBe(text);
  },
);

test('thousands of empty lines take steps in proportion to their number', () => {
  // Begun anew in each line, this would take hours.
  const blank = '\u0085\n \n'.repeat(500_000);
  expect(withoutCommands(`${blank}::debug::x`)).toBe(`${blank}: :debug::x`);
});
