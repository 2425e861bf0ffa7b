import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { HoldProcesses, ProcessHold } from '../../../src/contract/process-hold.ts';
import { createExecute } from '../../../src/profile/create-execute.ts';
import { createHoldProcesses } from '../../../src/profile/launch/hold-processes.ts';
import { isRunning } from '../../is-running.ts';
import { makeFolder } from '../../make-folder.ts';

async function openHold(tier: 0 | 1): Promise<HoldProcesses> {
  const profiling = await createExecute(tier);
  onTestFinished(() => profiling.close());
  return profiling.hold;
}

const byEnvironment = createHoldProcesses({ calls: undefined, runCgroup: undefined });
const means: [name: string, open: () => Promise<HoldProcesses>][] = [
  ['a cgroup, where this host allows one', () => openHold(1)],
  ['adopting orphans', () => openHold(0)],
  ['the environment alone', () => Promise.resolve(byEnvironment)],
];

/** Runs a script of the shell to its end, as setup does. */
async function run(hold: ProcessHold, script: string, file: string): Promise<void> {
  const [program = '', ...args] = hold.wrap(['sh', '-c', script, 'setup', file]);
  const env = { PATH: process.env['PATH'], ...hold.environment };
  await once(spawn(program, args, { env, detached: true, stdio: 'ignore' }), 'exit');
  await expect.poll(() => existsSync(file) && readFileSync(file, 'utf8')).toMatch(/^\d+\n$/);
  const pid = readFileSync(file, 'utf8').trim();
  // The shell writes its pid, and then becomes the program that stays.
  await expect.poll(() => readProgram(pid)).not.toBe('sh');
}

function readProgram(pid: string): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').trim();
  } catch {
    return undefined;
  }
}

/** Tells its pid, and runs on. */
const stay = 'echo $$ > "$0.part"; mv "$0.part" "$0"; exec sleep 600';
const ways: [way: string, script: string][] = [
  ['in the background', `sh -c '${stay}' "$1" &`],
  ['in a session of its own', `setsid sh -c '${stay}' "$1" &`],
  [
    'below a parent that has ended, in a session of its own',
    `setsid sh -c 'sh -c "$1" "$0" & exit' "$1" '${stay}'`,
  ],
];

const isThere = (file: string): boolean => isRunning(Number(readFileSync(file, 'utf8')));

test.each(
  means.flatMap(([name, open]) => ways.map(([way, script]) => ({ name, open, way, script }))),
)('held by $name, what was left $way is ended and named', async ({ open, script }) => {
  const hold = (await open())();
  const file = join(makeFolder(), 'pid');
  await run(hold, script, file);
  expect(isThere(file)).toBe(true);
  expect(await hold.end()).toEqual({ ended: ['sleep'], stuck: [] });
  expect(isThere(file)).toBe(false);
});

test.each(means.slice(0, 2))('held by %s, an empty environment hides nothing', async (_, open) => {
  const hold = (await open())();
  const file = join(makeFolder(), 'pid');
  const script = `env -i PATH="$PATH" setsid sh -c 'sh -c "$1" "$0" & exit' "$1" '${stay}'`;
  await run(hold, script, file);
  expect((await hold.end()).ended).toEqual(['sleep']);
  expect(isThere(file)).toBe(false);
});

test('what does not hear the request to end is killed', async () => {
  const hold = (await openHold(1))();
  const file = join(makeFolder(), 'pid');
  const deaf = `trap "" TERM; ${stay}`;
  await run(hold, `setsid sh -c '${deaf}' "$1" &`, file);
  expect((await hold.end()).ended).toEqual(['sleep']);
  expect(isThere(file)).toBe(false);
});

test('our own tracer is not named when it ends later than what it watched', async () => {
  const hold = (await openHold(1))();
  const file = join(makeFolder(), 'pid');
  const late =
    'echo $$ > "$1"; setsid sh -c "trap : TERM; sleep 0.4; :" /tmp/perigee-trace-1/pipe &';
  await run(hold, late, file);
  expect((await hold.end()).ended).not.toContain('sh');
});

test('what ends by itself is not named, nor what was there before, nor a child of ours', async () => {
  const open = await openHold(1);
  const earlier = spawn('sleep', ['600'], { detached: true, stdio: 'ignore' });
  const hold = open();
  const own = spawn('sleep', ['600'], { stdio: 'ignore' });
  onTestFinished(() => {
    for (const child of [earlier, own]) child.kill('SIGKILL');
  });
  await run(hold, 'echo $$ > "$1"; setsid sleep 0.05 &', join(makeFolder(), 'pid'));
  await hold.settle();
  expect(await hold.end()).toEqual({ ended: [], stuck: [] });
  for (const child of [earlier, own])
    expect([child.exitCode, child.signalCode]).toEqual([null, null]);
});

test('a process that leaves at once takes along what it holds', async () => {
  const file = join(makeFolder(), 'pid');
  const source = join(import.meta.dirname, '../../../src/profile/create-execute.ts');
  const program = `
    import { createExecute } from ${JSON.stringify(source)};
    import { spawn } from 'node:child_process';
    import { watch } from 'node:fs';
    const { hold } = await createExecute(1);
    const [file] = process.argv.slice(-1);
    const [shell, ...args] = hold().wrap(['sh', '-c', ${JSON.stringify(ways[1]?.[1])}, 'setup', file]);
    watch(file.replace('/pid', ''), (_, name) => name === 'pid' && process.exit(1));
    spawn(shell, args, { detached: true, stdio: 'ignore' });`;
  const args = ['--input-type=module', '--eval', program, file];
  await once(spawn(process.execPath, args, { stdio: 'inherit' }), 'exit');
  await expect.poll(() => isThere(file)).toBe(false);
});
