import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { exitCode, UserError } from '../../../src/contract/user-error.ts';
import { setUpSide, type SideSetup } from '../../../src/runner/setup/set-up-side.ts';
import { cleanEnvironment, makeFolder } from '../stage/make-repository.ts';
import { makeSetup } from '../stage/make-request.ts';

async function fail(setup: SideSetup): Promise<UserError> {
  const error: unknown = await setUpSide(setup).catch((thrown: unknown) => thrown);
  if (error instanceof UserError) return error;
  throw new Error(`a UserError was expected, not ${String(error)}`);
}

function quotedLines({ message }: UserError): string[] {
  return message
    .split('\n')
    .filter((line) => line.startsWith('    '))
    .map((line) => line.trim());
}

/** Starts a grandchild, tells its pid through a file and waits for ever. */
const hang = (pidFile: string): string[] => ['sh', '-c', `sleep 600 & echo $! > ${pidFile}; wait`];

/** Fails by its time limit, which is longer where the machine is too busy for the command to write the file before. */
async function failLate(command: string[], pidFile: string) {
  for (let timeoutMs = 500; ; timeoutMs *= 4) {
    const { message } = await fail(makeSetup([command], { timeoutMs }));
    if (existsSync(pidFile) || timeoutMs > 60_000) return { message, timeoutMs };
  }
}

async function expectGone(pidFile: string): Promise<void> {
  const pid = Number(readFileSync(pidFile, 'utf8'));
  await expect.poll(() => /\) (.)/.exec(readStat(pid))?.[1] ?? 'Z').toBe('Z');
}

function readStat(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return '';
  }
}

test('commands run in order in the worktree, and their output is in the log', async () => {
  const setup = makeSetup([
    ['sh', '-c', 'echo one > made; pwd'],
    ['cat', 'made'],
  ]);
  expect(await setUpSide(setup)).toBe('done');
  expect(readFileSync(setup.logFile, 'utf8')).toBe(
    `$ sh -c echo one > made; pwd\n${setup.directory}\n$ cat made\none\n`,
  );
});

test('a failing command ends it, with the first and the last lines of its output and the path of its log', async () => {
  const noisy = 'for i in $(seq 30); do echo line $i; done; exit 7';
  const setup = makeSetup([
    ['echo', 'of another command'],
    ['sh', '-c', noisy],
    ['touch', 'never'],
  ]);
  const error = await fail(setup);
  expect(error.exitCode).toBe(exitCode.couldNotMeasure);
  expect(error.message).toContain('setup of the after side (working tree) failed');
  expect(error.message).toContain('exit code 7');
  expect(quotedLines(error)).toEqual([
    ...[1, 2, 3, 4, 5].map((i) => `line ${i}`),
    '… 15 more lines …',
    ...[21, 22, 23, 24, 25, 26, 27, 28, 29, 30].map((i) => `line ${i}`),
  ]);
  expect(error.message).toContain(setup.logFile);
  expect(readFileSync(setup.logFile, 'utf8')).not.toContain('never');
});

test('a line between them that names what is wrong is shown, too', async () => {
  const npm =
    'for i in $(seq 30); do echo npm error $i; [ $i != 9 ] || echo npm error Missing: a; done';
  const error = await fail(makeSetup([['sh', '-c', `${npm}; exit 1`]]));
  expect(quotedLines(error).slice(4, 9)).toEqual([
    ...['npm error 5', '…', 'npm error Missing: a', '… 15 more lines …', 'npm error 21'],
  ]);
});

test('a short output is shown whole, and of none nothing is said', async () => {
  const brief = await fail(makeSetup([['sh', '-c', 'echo the disk is full; exit 1']]));
  expect(quotedLines(brief)).toEqual(['the disk is full']);
  const silent = await fail(makeSetup([['false']]));
  expect(silent.message).toContain('fresh checkout of that revision\n  to do');
});

test('npm ci without a lock file is told in one line and with what to do', async () => {
  const setup = makeSetup([['npm', 'ci', '--offline']]);
  writeFileSync(join(setup.directory, 'package.json'), '{"name": "a", "version": "1.0.0"}');
  const error = await fail({ ...setup, environment: { ...cleanEnvironment, HOME: makeFolder() } });
  expect(error.message).toContain('that revision holds no package-lock.json');
  expect(error.message).toContain('commit package-lock.json');
  expect(quotedLines(error)).toEqual([]);
});

test('a program that does not exist is named', async () => {
  const error = await fail(makeSetup([['no-such-program', 'install']]));
  expect(error.message).toMatch(/no-such-program install: .*ENOENT/);
});

test('no shell reads a command', async () => {
  const setup = makeSetup([['echo', '$HOME', '; exit 3', '`id`']]);
  expect(await setUpSide(setup)).toBe('done');
  expect(readFileSync(setup.logFile, 'utf8')).toContain('\n$HOME ; exit 3 `id`\n');
});

test('a command that takes too long is ended with all it started', async () => {
  const pidFile = join(makeFolder(), 'pid');
  const { message, timeoutMs } = await failLate(hang(pidFile), pidFile);
  expect(message).toContain(`not done after ${timeoutMs} ms (setupTimeout in perigee.yml)`);
  await expectGone(pidFile);
});

test('a command that takes too long is ended with what left its session', async () => {
  const pidFile = join(makeFolder(), 'pid');
  const script = `setsid sh -c 'echo $$ > ${pidFile}; exec sleep 600' & wait`;
  await failLate(['sh', '-c', script], pidFile);
  await expectGone(pidFile);
});

test('a command that the system refuses at once has failed', async () => {
  const error = await fail(makeSetup([['true', 'x'.repeat(200_000)]]));
  expect(error.message).toContain('E2BIG');
});

test('an interruption ends the command with all it started', async () => {
  const pidFile = join(makeFolder(), 'pid');
  const controller = new AbortController();
  const ended = setUpSide(makeSetup([hang(pidFile)], { signal: controller.signal }));
  while (!/^\d+\n$/.test(await readText(pidFile))) await wait(10);
  controller.abort();
  expect(await ended).toBe('interrupted');
  await expectGone(pidFile);
});

function readText(file: string): Promise<string> {
  return readFile(file, 'utf8').catch(() => '');
}
