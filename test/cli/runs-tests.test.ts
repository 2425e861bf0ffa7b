import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { root } from '../../scripts/checks/tracked-files.ts';
import { runningTests, runsTests } from '../../src/cli/runs-tests.ts';
import { refuseWindows } from '../../src/pipeline/refuse-windows.ts';
import { catchUserError } from '../contract/catch-user-error.ts';

const folder = join(root, 'src/cli/commands');
/** What a file of a command imports to run tests. */
const running = /from '[^']*\/(?:measure|with-measuring|bisect\/comparisons|create-execute)\.ts'/;

test('each command whose file can run tests is known to do so, and no other', () => {
  const files = readdirSync(folder).filter((file) => /\.ts$/.test(file));
  const found = files.filter((file) => running.test(readFileSync(join(folder, file), 'utf8')));
  // `perigee variability --try` has a file of its own.
  const names = found.filter((file) => file !== 'try-interventions.ts');
  expect(names.map((file) => file.replace('.ts', ''))).toEqual([...runningTests].sort());
});

test('what only reads records, or lists what there is, works on Windows', () => {
  expect(runsTests('variability', { from: ['a.json'] })).toBe(false);
  expect(runsTests('demo', { regression: 'list' })).toBe(false);
  expect(runsTests('report', {})).toBe(false);
  expect(runsTests('variability', {})).toBe(true);
  expect(() => refuseWindows('linux', 'perigee patch')).not.toThrow();
  expect(() => refuseWindows('darwin', 'perigee patch')).not.toThrow();
});

test('a job on Windows says which machines it can move to', () => {
  const { exitCode, message } = catchUserError(() => refuseWindows('win32'));
  expect(exitCode).toBe(2);
  expect(message).toMatch(/this job runs tests[^\n]*Windows\n {2}to do: move it .*`runs-on`/);
});

const asWindows = `data:text/javascript,Object.defineProperty(process,'platform',{value:'win32'})`;

/** The program as Windows starts it, as far as it asks which system this is. */
async function startOnWindows(...args: string[]): Promise<{ code: number; text: string }> {
  const program = ['--import', asWindows, join(root, 'bin/perigee.mjs')];
  try {
    const ended = await promisify(execFile)(process.execPath, [...program, ...args]);
    return { code: 0, text: ended.stdout + ended.stderr };
  } catch (error) {
    const { code, stderr, stdout } = error as { code: number; stderr: string; stdout: string };
    return { code, text: stdout + stderr };
  }
}

test('`perigee patch` on Windows says how to run it in WSL 2', async () => {
  const { code, text } = await startOnWindows('patch');
  expect(text).toBe(
    'perigee: `perigee patch` runs tests, which needs Linux or macOS, and this is Windows\n' +
      '  to do: run it in WSL 2: `wsl --install` once, clone the repository inside it, and there `perigee patch`; docs/laptops.md has each step\n',
  );
  expect(code).toBe(2);
});

test('so does a command of a group; its help is shown', async () => {
  const [refused, helped] = await Promise.all([
    startOnWindows('suite', 'bisect', 'HEAD~1'),
    startOnWindows('demo', '--help'),
  ]);
  expect(refused.text).toContain('`perigee bisect` runs tests');
  expect(refused.code).toBe(2);
  expect(helped.text).toContain('Usage: perigee demo');
  expect(helped.code).toBe(0);
});
