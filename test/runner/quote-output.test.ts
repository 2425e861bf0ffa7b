import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { listSecrets, quoteOutput, formatFailedOutcome } from '../../src/runner/quote-output.ts';
import { makeFolder } from './stage/make-repository.ts';

async function quote(output: string | Buffer, secrets: string[] = []): Promise<string[]> {
  const folder = makeFolder();
  mkdirSync(join(folder, 'logs'));
  writeFileSync(join(folder, 'logs', 'after-000.log'), output);
  return (await quoteOutput(folder, 'r1', 'logs/after-000.log', secrets)).split('\n');
}

test.each([
  [{ status: 'failed', exitCode: 7 } as const, 'failed (exit code 7)'],
  [{ status: 'failed', signal: 'SIGSEGV' } as const, 'failed (SIGSEGV)'],
  [{ status: 'timed-out' } as const, 'timed out'],
  [
    { status: 'not-started', message: 'no such file' } as const,
    'could not be started (no such file)',
  ],
])('%j is told in words', (outcome, words) => {
  expect(formatFailedOutcome(outcome)).toBe(words);
});

test('of a long output the last eight lines are quoted, with the place of the log', async () => {
  const lines = Array.from({ length: 5000 }, (_, index) => `line ${index}`);
  const quoted = await quote(`${lines.join('\n')}\n`);
  expect(quoted).toEqual(['', ...lines.slice(-8), 'log: .perigee/runs/r1/logs/after-000.log']);
});

test('colours, empty lines and what is beyond a line of reasonable length are left out', async () => {
  const quoted = await quote(`\u001b[31mred\u001b[0m\r\n\n${'x'.repeat(1000)}`);
  expect(quoted.slice(1, -1)).toEqual(['red', 'x'.repeat(160)]);
});

test('a line is never cut inside a character, which JSON could not carry', async () => {
  const [, line = ''] = await quote('x'.repeat(159) + '😀');
  expect(line.isWellFormed()).toBe(true);
});

test('the longest quotation fits into a problem', async () => {
  const quoted = await quote(Array(20).fill('y'.repeat(500)).join('\n'));
  expect(quoted.join('\n').length).toBeLessThan(1500);
});

test('an execution that wrote nothing, or no log at all, is told as such', async () => {
  expect(await quote('')).toEqual(['; it wrote nothing']);
  expect(await quoteOutput(makeFolder(), 'r1', 'logs/none.log', [])).toBe('; it wrote nothing');
});

test('values that a job calls secret are masked, also where a line is cut behind them', async () => {
  const secrets = listSecrets({
    NPM_TOKEN: 'npm_0123456789',
    DB_PASSWORD: 'correct horse',
    DEBUG_TOKEN: 'true',
    HOME: '/home/us',
  });
  expect(secrets).toEqual(['npm_0123456789', 'correct horse']);
  const [first, second] = (
    await quote(`${'x'.repeat(155)}npm_0123456789\nin /home/us: correct horse, true\n`, secrets)
  ).slice(1);
  expect(first).toBe(`${'x'.repeat(155)}***`);
  expect(second).toBe('in /home/us: ***, true');
});

test('of `go test -json` the lines of the test are quoted, and not the events around them', async () => {
  const event = (rest: object): string => JSON.stringify({ Time: '2026-01-01T00:00:00Z', ...rest });
  const output = [
    event({ Action: 'run', Package: 'a', Test: 'TestX' }),
    event({ Action: 'output', Package: 'a', Test: 'TestX', Output: '    x_test.go:12: got 3\n' }),
    event({ Action: 'fail', Package: 'a', Test: 'TestX' }),
    'exit status 1',
  ].join('\n');
  expect((await quote(output)).slice(1, -1)).toEqual(['    x_test.go:12: got 3', 'exit status 1']);
});

test.each<[string, string[]]>([
  [
    'npm error Missing: wrappy@1.0.2 from lock file',
    ['npm error Usage:', ...Array(20).fill('npm error Set to true'), 'npm error A complete log: x'],
  ],
  [
    'error[E0308]: mismatched types',
    [...Array(9).fill('  |'), 'error: could not compile `x` (bin "x") due to 1 previous error'],
  ],
  [
    'main.go:2:8: missing go.sum entry for module providing package golang.org/x/text/language; to add:',
    Array(9).fill('\tgo get x'),
  ],
  [
    'ERROR: No matching distribution found for requests==99.9.9',
    Array(9).fill('[notice] Error: x'),
  ],
  ...[
    ' ERR_PNPM_OUTDATED_LOCKFILE  Cannot install with "frozen-lockfile" because pnpm-lock.yaml is old',
    'error Your lockfile needs to be updated, but yarn was run with `--frozen-lockfile`.',
    '➤ YN0028: │ The lockfile would have been modified by this install, which is explicitly forbidden.',
    '  cause: Because only httpx<=1.0 is available and your project depends on httpx>99, it has no',
    '  ╰─▶ Because only httpx<=1.0 is available and your project depends on httpx>99, it has none.',
    'Because x depends on httpx (>99) which matches no versions, version solving failed.',
  ].map((fault) => [fault, Array(9).fill('➤ YN0028: │ +  version: 1.3.0')] as [string, string[]]),
])('what is wrong is quoted, however much is written after it: %s', async (fault, after) => {
  const quoted = await quote(['begins', fault, ...after].join('\n'));
  expect(quoted.slice(1, -1)).toEqual([fault, ...after.slice(-7)]);
});

test.each([
  ['go: example.com/a@v1.2.0 requires go >= 1.23.0; switching to go1.23.4', 'compiling'],
  ['go: downloading golang.org/x/text v0.3.0', 'compiling'],
  ['go: no module dependencies to download', 'Error: listen EADDRINUSE'],
  ['ERROR: retry', 'Error: listen EADDRINUSE'],
])('beside an end that says it, this takes no room: %s', async (line, last) => {
  const end = [...Array(7).fill('  at x'), last];
  expect((await quote([line, line, ...end].join('\n'))).slice(1, -1)).toEqual(end);
});
