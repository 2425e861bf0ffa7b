import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createRunCgroup, removeRunCgroup } from '../../../src/profile/cgroup/run-cgroup.ts';
import { nameRunCgroup, sweepRunCgroups } from '../../../src/profile/cgroup/sweep-cgroups.ts';
import { isRunning, readIfThere, root } from '../execute-here.ts';

const probe = createRunCgroup();
if (probe !== undefined) removeRunCgroup(probe);
// Needs a cgroup v2 that this user may write to: without it there is nothing to sweep.
const test1 = test.skipIf(probe === undefined);

const perigee = `
import { createExecute } from ${JSON.stringify(join(root, 'src/profile/create-execute.ts'))};
const { execute } = await createExecute();
await execute({
  command: ['sh', '-c', 'trap "" TERM; echo $$; exec sleep 300'], directory: '/', environment: {},
  timeoutMs: 60_000, logFile: process.argv[1], services: [], signal: new AbortController().signal,
});`;

test1('what a killed Perigee left is ended and removed when the next run starts', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'perigee-test-'));
  const log = join(folder, 'log');
  const killed = spawn(process.execPath, ['--input-type=module', '--eval', perigee, log], {
    stdio: 'inherit',
  });
  while (!readIfThere(log).endsWith('\n')) await sleep(10);
  const pid = Number(readIfThere(log));
  expect(isRunning(pid)).toBe(true);
  killed.kill('SIGKILL');
  await once(killed, 'exit');
  const run = createRunCgroup() ?? '';
  expect(isRunning(pid)).toBe(false);
  const left = readdirSync(dirname(run)).filter((name) => name.includes(`-${killed.pid}-`));
  expect(left).toEqual([]);
  removeRunCgroup(run);
  rmSync(folder, { recursive: true });
});

test1('the run of a living process stays, and so does one of another pid namespace', () => {
  const run = createRunCgroup() ?? '';
  const parent = dirname(run);
  const gone = 2 ** 22 + 1;
  const mine = join(parent, nameRunCgroup(1, gone));
  const foreign = join(parent, `1-${gone}-1`);
  for (const path of [mine, foreign]) mkdirSync(path);
  sweepRunCgroups(parent);
  expect([run, mine, foreign].map((path) => existsSync(path))).toEqual([true, false, true]);
  rmdirSync(foreign);
  removeRunCgroup(run);
});

test('a parent that is not there is no error', () => {
  expect(() => sweepRunCgroups('/nonexistent/perigee')).not.toThrow();
});
