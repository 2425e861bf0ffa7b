import { expect, test } from 'vitest';
import { terminalOptions } from '../../src/cli/terminal-options.ts';

const terminal = { isTTY: true, columns: 72 };
/** What Node leaves of a stream that is no terminal. */
const pipe = { isTTY: false, columns: 0 };

test.each([
  ['a terminal', terminal, {}, true],
  ['a pipe', pipe, {}, false],
  ['NO_COLOR on a terminal', terminal, { NO_COLOR: '1' }, false],
  ['an empty NO_COLOR, which says nothing', terminal, { NO_COLOR: '' }, true],
  ['FORCE_COLOR into a pipe', pipe, { FORCE_COLOR: '1' }, true],
  ['FORCE_COLOR=0 into a pipe', pipe, { FORCE_COLOR: '0' }, false],
  ['both: NO_COLOR wins', terminal, { NO_COLOR: '1', FORCE_COLOR: '1' }, false],
])('%s', (_, stream, environment, colour) => {
  expect(terminalOptions(stream, environment).colour).toBe(colour);
});

test('a report is as wide as its terminal, and has a width of its own in a pipe', () => {
  expect(terminalOptions(terminal, {}).columns).toBe(72);
  expect(terminalOptions(pipe, {}).columns).toBe(100);
});
