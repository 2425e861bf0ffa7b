import { spawnSync } from 'node:child_process';
import { copyFileSync, readdirSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Execution } from '../../../src/contract/execution.ts';
import { makeFolder } from '../../make-folder.ts';
import { executeHere, root } from '../execute-here.ts';
import { findCgroupMount, findCgroupOf } from '../../../src/profile/cgroup/cgroup.ts';
import { findStrace } from '../../../src/profile/observe/follow-trace.ts';
import { probeHost } from '../../../src/profile/probe-host.ts';

const row = (await probeHost()).find(({ mechanism }) => mechanism === 'sys_enter and sock_ops');
const isMissing = row?.works !== true;
const why = isMissing ? ` (skipped: ${row?.detail ?? 'no row'}; run as root)` : '';
const counts = (title: string, run: () => Promise<void>): void =>
  test.skipIf(isMissing)(title + why, run);

const watch = (...command: string[]): Promise<Execution> =>
  executeHere(1, command, { watches: 'calls' });

const known = `
import os, socket
file = os.open('data', os.O_CREAT | os.O_RDWR)
for _ in range(166): os.pwrite(file, b'x', 0)
if os.fork() == 0:
    for _ in range(137): os.fsync(file)
    os._exit(0)
os.wait()
server = socket.create_server(('127.0.0.1', 0))
for _ in range(5): socket.create_connection(server.getsockname()).close()
`;

counts('a program with a known number of calls is counted exactly, each time', async () => {
  for (let round = 0; round < 3; round += 1) {
    const { calls, outcome } = await watch('python3', '-c', known);
    expect(outcome.status).toBe('passed');
    expect(calls).toMatchObject({
      ...{ 'syscall.pwrite64': 166, 'syscall.fsync': 137, 'tcp.connections': 5 },
      ...{ 'tcp.retransmits': 0, 'tcp.dsacks': 0, 'tcp.reordered': 0 },
    });
  }
});

counts('calls of other programs do not count, nor those of what starts the test', async () => {
  const [{ calls }, other] = await Promise.all([
    watch('sh', '-c', 'sleep 0.2'),
    executeHere(1, ['python3', '-c', known]),
  ]);
  expect(calls).not.toHaveProperty('syscall.fsync');
  expect(calls).not.toHaveProperty('syscall.pwrite64');
  expect(calls?.['tcp.connections']).toBe(0);
  expect(other).not.toHaveProperty('calls');
});

counts('packets that are lost are told from those that come in another order', async () => {
  const script = join(root, 'test/profile/calls/send_over_link.py');
  const send = async (kind: string) => (await watch('python3', script, kind, '1', '4')).calls;

  const loss = await send('loss');
  let reorder = await send('reorder');
  // On a busy machine acknowledgements come late, which looks like loss to TCP, both ways.
  for (let again = 0; again < 3 && reorder?.['tcp.reordered'] === 0; again += 1) {
    reorder = await send('reorder');
  }
  expect(loss?.['tcp.retransmits']).toBeGreaterThan(20);
  expect(loss?.['tcp.dsacks']).toBeLessThan(10);
  expect(reorder?.['tcp.dsacks']).toBeGreaterThan(20);
  expect(reorder?.['tcp.reordered']).toBeGreaterThan(0);
});

counts('nothing stays attached after the execution, also when its test fails', async () => {
  await watch('sh', '-c', 'exit 3');
  const open = readdirSync('/proc/self/fd').flatMap((name) => {
    try {
      return [readlinkSync(`/proc/self/fd/${name}`)];
    } catch {
      return [];
    }
  });
  expect(open.filter((target) => target.includes('bpf'))).toEqual([]);
});

const countAsRoot = [process.execPath, join(root, 'src/profile/calls/count-as-root.ts')];

counts(
  'a program that runs as root counts for a Perigee that does not, and tidies up',
  async () => {
    const watched = { watches: 'calls', countCallsWith: countAsRoot } as const;
    const { calls, callsBy, outcome } = await executeHere(0, ['python3', '-c', known], watched);
    expect(outcome.status).toBe('passed');
    expect(callsBy).toBeUndefined();
    expect(calls).toMatchObject({
      ...{ 'syscall.pwrite64': 166, 'syscall.fsync': 137, 'tcp.connections': 5 },
      ...{ 'tcp.retransmits': 0, 'tcp.reordered': 0 },
    });
    expect(listCounted()).toEqual([]);
  },
);

counts('it counts no process of another user, and without it the test has no counts', async () => {
  const strangers = ['env', 'SUDO_UID=65534', ...countAsRoot];
  const watched = { watches: 'calls', countCallsWith: strangers } as const;
  const { outcome, ...execution } = await executeHere(0, ['true'], watched);
  expect(outcome.status).toBe('passed');
  expect(execution).not.toHaveProperty('calls');
  expect(spawnSync('env', [...strangers, '1'], { encoding: 'utf8' }).stderr).toContain(
    '"1" is no process of this user',
  );
  expect(listCounted()).toEqual([]);
});

counts('a program that cannot load koffi refuses, and tidies up', async () => {
  const folder = makeFolder();
  const program = join(folder, 'count-as-root.mjs');
  copyFileSync(join(root, 'action/dist/count-as-root.js'), program);
  const { status, stderr } = spawnSync(process.execPath, [program, '--check'], {
    encoding: 'utf8',
  });
  expect([status, stderr]).toEqual([1, 'koffi, which calls bpf(2), is not there\n']);
  expect(spawnSync(process.execPath, [countAsRoot[1] ?? '', '--check']).status).toBe(0);
  expect(listCounted()).toEqual([]);
});

test.each([
  ['is not there', ['/nonexistent/sudo']],
  ['ends at once', ['false']],
  ['ends meanwhile', ['sh', '-c', 'echo ready; read asked; exit 3']],
])('a test passes without counts where a program that counts %s', async (_, countCallsWith) => {
  const watched = { watches: 'calls', countCallsWith } as const;
  const { outcome, ...execution } = await executeHere(0, ['true'], watched);
  expect(outcome.status).toBe('passed');
  expect(execution).not.toHaveProperty('calls');
});

/** The cgroups that such a program leaves where this process is. */
function listCounted(): string[] {
  const folder = join(findCgroupMount() ?? '', findCgroupOf('self') ?? '');
  return readdirSync(folder).filter((name) => name.startsWith('perigee-calls-'));
}

const strace = findStrace();
test.skipIf(strace === undefined)(
  'where the kernel counts nothing for this user, strace counts the same program as exactly',
  async () => {
    const watched = { watches: 'calls' } as const;
    const { calls, callsBy, outcome } = await executeHere(0, ['python3', '-c', known], watched);
    expect(outcome.status).toBe('passed');
    expect(callsBy).toBe('strace');
    expect(calls).toMatchObject({ 'syscall.pwrite64': 166, 'syscall.fsync': 137 });
    // The C library may ask a cache of names first.
    expect(calls?.['syscall.connect']).toBeGreaterThanOrEqual(5);
    expect(calls).not.toHaveProperty('tcp.connections');
    expect(calls).not.toHaveProperty('syscall.total');
  },
);

test.skipIf(strace !== undefined)('without both, a test has no counts of calls', async () => {
  const execution = await executeHere(0, ['true'], { watches: 'calls' });
  expect(execution.outcome.status).toBe('passed');
  expect(execution).not.toHaveProperty('calls');
});
