/** Each test here is a program that tries to reach what it should not. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Execution } from '../../../src/contract/execution.ts';
import { createRunCgroup, removeRunCgroup } from '../../../src/profile/cgroup/run-cgroup.ts';
import { loadSystemCalls } from '../../../src/profile/host/system-calls.ts';
import { findIsolation, type Isolation, worksHere } from '../../../src/profile/launch/isolation.ts';
import { runExecution } from '../../../src/profile/run-execution.ts';
import { findSpan, nodeProgram } from '../execute-here.ts';
import { makeFolder } from '../../make-folder.ts';

interface Attack {
  execution: Execution;
  log: string;
  /** What the other side holds after it. */
  other: string;
}

async function attack(
  isolation: Isolation | undefined,
  command: readonly string[],
  tier: 0 | 1 = 0,
): Promise<Attack> {
  const folder = makeFolder();
  for (const side of ['own', 'other']) {
    mkdirSync(join(folder, side));
    writeFileSync(join(folder, side, 'code'), 'honest');
  }
  const runCgroup = tier === 0 ? undefined : createRunCgroup();
  const logFile = join(folder, 'log');
  try {
    const calls = await loadSystemCalls();
    const execution = await runExecution(
      { tier, calls, runCgroup, isolation },
      {
        command,
        directory: join(folder, 'own'),
        environment: { PATH: process.env['PATH'] ?? '' },
        timeoutMs: 300_000,
        logFile,
        services: [],
        hidden: [join(folder, 'other'), join(folder, 'not there')],
        signal: new AbortController().signal,
      },
    );
    const other = readFileSync(join(folder, 'other', 'code'), 'utf8');
    return { execution, other, log: readFileSync(logFile, 'utf8') };
  } finally {
    if (runCgroup !== undefined) removeRunCgroup(runCgroup);
  }
}

const rewrite = ['sh', '-c', 'echo slow > ../other/code; ls ../other; pwd'];
/** The test's own parent is the launcher, and its parent is Perigee. */
const readParents = [
  'sh',
  '-c',
  'grandparent=$(cut -d " " -f 4 /proc/$PPID/stat); tr "\\0" "\\n" < /proc/$grandparent/environ',
];

const hasMounts = worksHere('mounts');
const hasUsers = worksHere('user');

test('without isolation a test can rewrite the other side', async () => {
  expect((await attack(undefined, rewrite)).other).toBe('slow\n');
});

test.skipIf(!hasMounts)(
  'in a mount namespace the other side is empty and cannot be written to',
  async () => {
    const { execution, log, other } = await attack('mounts', rewrite);
    expect(other).toBe('honest');
    expect(log).not.toContain('code\n');
    expect(log).toMatch(/\/own\n$/);
    expect(execution.outcome).toEqual({ status: 'passed', exitCode: 0 });
  },
);

test.skipIf(!hasUsers)('in a user namespace nobody can take away what hides it', async () => {
  const undo = 'umount ../other; unshare -m umount ../other; echo slow > ../other/code; true';
  const { other } = await attack('user', ['sh', '-c', undo]);
  expect(other).toBe('honest');
});

test.skipIf(!hasUsers)(
  'in a user namespace the environment of the parents cannot be read',
  async () => {
    expect((await attack(undefined, readParents)).log).toContain('PATH=');
    const { log } = await attack('user', readParents);
    expect(log).not.toContain('PATH=');
  },
);

test.skipIf(!hasUsers)(
  'in a user namespace a test has the user that it has otherwise',
  async () => {
    const who = ['sh', '-c', 'id -u; id -g'];
    expect((await attack('user', who)).log).toBe((await attack(undefined, who)).log);
  },
);

const span = nodeProgram(`
  import { execFileSync } from 'node:child_process';
  await profile('s', () => execFileSync('sh', ['-c', 'i=0; while [ $i -lt 300000 ]; do i=$((i+1)); done']));
`);
const cases = [
  { isolation: 'mounts', tier: 1 },
  { isolation: 'user', tier: 0 },
] as const;

test.skipIf(!hasMounts || !hasUsers).each(cases)(
  'spans and counters are there at tier $tier with $isolation',
  async ({ isolation, tier }) => {
    const { execution } = await attack(isolation, span, tier);
    expect(execution.outcome).toEqual({ status: 'passed', exitCode: 0 });
    const plain = (await attack(undefined, span, tier)).execution;
    for (const name of ['s', 'whole test']) {
      const metrics = Object.keys(findSpan(plain, name).values).sort();
      expect(Object.keys(findSpan(execution, name).values).sort()).toEqual(metrics);
    }
    expect(findSpan(execution, 's').values['cpu.total']).toBeGreaterThan(1e6);
  },
);

test('nothing is isolated where nobody wants it', () => {
  expect(findIsolation('off')).toBeUndefined();
});

test('`strict` keeps tests from other processes too, whoever the user is', () => {
  expect(findIsolation('strict', () => true)).toBe('user');
  expect(() => findIsolation('strict', (isolation) => isolation === 'mounts')).toThrow('strict');
});

test('where a host can hide nothing, `strict` measures nothing, and `auto` goes on', () => {
  expect(findIsolation('auto', () => false)).toBeUndefined();
  expect(() => findIsolation('strict', () => false)).toThrow('--isolation strict');
});
