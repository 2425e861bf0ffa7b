import { readFileSync } from 'node:fs';
import type { Probe } from './probe.ts';
import { WatchedProcess } from '../proc/watched-process.ts';
import type { SystemCalls } from './system-calls.ts';

/** What /proc and the subreaper give on this host. */
export function probeProc(calls: SystemCalls | undefined): Probe[] {
  const subreaper = calls?.setSubreaper(true) ?? false;
  if (subreaper) calls?.setSubreaper(false);
  const own = WatchedProcess.open(process.pid);
  own?.refresh();
  const hasIo = own?.io !== undefined;
  own?.resetPeak();
  const before = own?.readStatus();
  // Refused, the peak would no longer be told from the present level.
  const resets = before !== undefined && own?.resetsPeak === true;
  own?.close();
  return [
    {
      mechanism: 'subreaper',
      works: subreaper,
      detail: subreaper ? 'set and set back' : 'prctl(2) cannot be called',
      gives: 'daemons of a test come to Perigee: they are counted in at tier 0, and ended',
      ...(subreaper ? {} : { remedy: 'install koffi: npm install koffi' }),
    },
    {
      mechanism: '/proc/PID/stat',
      works: own !== undefined,
      detail: own === undefined ? 'cannot be read' : 'read',
      gives: 'tier 0: CPU time in ticks of 10 ms, page faults',
      ...(own === undefined ? { remedy: 'run on Linux with /proc mounted' } : {}),
    },
    {
      mechanism: '/proc/PID/io',
      works: hasIo,
      detail: hasIo ? 'read' : 'refused or not built into this kernel',
      gives: 'disk bytes, read and write calls',
      ...(hasIo ? {} : { remedy: 'run the tests as the same user as Perigee' }),
    },
    {
      mechanism: '/proc/PID/clear_refs',
      works: resets,
      detail: resets ? 'the high-water mark was set back' : 'refused',
      gives: 'memory peaks between two samples',
    },
    probePressure(),
  ];
}

function probePressure(): Probe {
  let detail = 'not there';
  try {
    detail = readFileSync('/proc/pressure/cpu', 'utf8').split('\n')[0] ?? detail;
  } catch {
    // Not built into this kernel, or switched off.
  }
  const works = detail.startsWith('some');
  return {
    mechanism: 'pressure stall information',
    works,
    detail,
    gives: 'how much the host itself disturbed each repeat',
    ...(works ? {} : { remedy: 'start the kernel with psi=1' }),
  };
}
