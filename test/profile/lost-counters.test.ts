/** What the kernel adds to nobody is absent: neither zero nor exact. */
import { expect, test } from 'vitest';
import type { Problem } from '../../src/contract/documents.ts';
import { findCgroupMount } from '../../src/profile/cgroup/cgroup.ts';
import { LostCounters } from '../../src/profile/lost-counters.ts';
import { executeHere, findSpan, pythonProgram, runPython } from './execute-here.ts';

/** Touches 20 MB, uses half a second and lasts a whole one, so that a stalled collector still sees it. */
const work = [
  'import os, signal, subprocess, time',
  'def work():',
  '  bytearray(b"1") * 20_000_000',
  '  end = time.process_time() + 0.5',
  '  while time.process_time() < end: pass',
  '  time.sleep(0.5)',
];
const fork = ['  if os.fork() == 0:', '    work()', '    os._exit(0)'];
const wait = ['  try: os.wait()', '  except ChildProcessError: pass'];

test.each([
  ['ignores SIGCHLD', 'signal.signal(signal.SIGCHLD, signal.SIG_IGN)'],
  [
    'asks for no word of its children (SA_NOCLDWAIT)',
    `import ctypes
class Action(ctypes.Structure):
  _fields_ = [("handler", ctypes.c_void_p), ("mask", ctypes.c_byte * 128), ("flags", ctypes.c_int), ("restorer", ctypes.c_void_p)]
assert ctypes.CDLL(None).sigaction(17, ctypes.byref(Action(flags=2)), None) == 0`,
  ],
])('of a parent that %s, disk and page faults are absent', async (_what, ignore) => {
  const execution = await runPython(
    ...work,
    'with profile("waited"):',
    ...[...fork, ...wait, ignore],
    'with profile("dropped"):',
    ...[...fork, ...wait],
  );
  expect(execution.outcome.status, execution.log).toBe('passed');
  expect(findSpan(execution, 'waited').values['page_faults.minor']).toBeGreaterThan(4000);
  for (const name of ['dropped', 'whole test']) {
    const { values } = findSpan(execution, name);
    expect(Object.keys(values).filter((key) => /^(disk|page_faults|cpu)/.test(key))).toEqual([]);
    expect(values['latency']).toBeGreaterThan(0);
  }
  expect(execution.problems).toMatchObject([{ code: 'children-not-counted' }]);
});

const mount = findCgroupMount();

test.skipIf(mount === undefined || process.getuid?.() !== 0)(
  'of a process that left the cgroup of the test, CPU time is absent',
  async () => {
    const execution = await executeHere(
      1,
      pythonProgram(
        ...work,
        `group = "${mount}/perigee-left-%d" % os.getpid()`,
        'os.mkdir(group)',
        'with profile("stays"):',
        ...[...fork, ...wait],
        'with profile("leaves"):',
        '  if os.fork() == 0:',
        '    with open(group + "/cgroup.procs", "w") as procs: procs.write(str(os.getpid()))',
        ...['    work()', '    os._exit(0)', ...wait],
        'os.rmdir(group)',
      ),
    );
    expect(execution.outcome.status, execution.log).toBe('passed');
    expect(findSpan(execution, 'stays').values['cpu.total']).toBeGreaterThan(0.45e9);
    for (const name of ['leaves', 'whole test']) {
      const { values } = findSpan(execution, name);
      expect(Object.keys(values).filter((key) => /^(cpu|network)/.test(key))).toEqual([]);
      expect(values['page_faults.minor']).toBeGreaterThan(4000);
    }
    expect(execution.problems).toMatchObject([{ code: 'cgroup-left' }]);
  },
);

test('what the launcher used before it joined the cgroup has left nothing', () => {
  const problems: Problem[] = [];
  const lost = new LostCounters(problems, true);
  const own = (userNs: number) => ({ userNs, systemNs: 0, minorFaults: 0, majorFaults: 0 });
  const cpu = (totalNs: number) => ({ totalNs, userNs: totalNs, systemNs: 0 });
  lost.noteCpu(own(300e6), cpu(10e6));
  lost.noteCpu(own(600e6), cpu(310e6));
  expect(problems).toEqual([]);
  lost.noteCpu(own(900e6), cpu(310e6));
  expect(problems).toMatchObject([{ code: 'cgroup-left' }]);
});
