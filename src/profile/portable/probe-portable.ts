import type { Probe } from '../host/probe-noise.ts';
import { findRetiredCounter } from './retired-instructions.ts';
import { loadWaitForUsage } from './wait-for-usage.ts';

const gives =
  'CPU time, faults, context switches and peak memory of a test and the children that it waited for';
const remedy = 'install koffi beside Perigee: npm install koffi';

/** The counters of the portable tier here, and those that only Linux has. */
export async function probePortable(platform: string): Promise<Probe[]> {
  const works = (await loadWaitForUsage()) !== undefined;
  const wait4 = {
    mechanism: 'wait4',
    works,
    detail: works ? 'loaded' : 'koffi is not there',
    gives,
  };
  return [
    works ? wait4 : { ...wait4, remedy },
    ...(platform === 'darwin' ? [await probeRetired()] : []),
    {
      mechanism: 'process groups',
      works: true,
      detail:
        'a daemon in a session of its own is not counted, and ended where ps shows its environment',
      gives: 'what a test leaves running is ended',
    },
    {
      mechanism: '/proc and cgroups',
      works: false,
      detail: `not used: portable tier on ${platform}`,
      gives:
        'CPU time and memory of spans, disk, network, services, the code that each test reads, and tests that a change does not touch',
      remedy: 'measure on Linux: in CI, or in a container on this machine (docs/laptops.md)',
    },
  ];
}

async function probeRetired(): Promise<Probe> {
  const counter = await findRetiredCounter();
  const mechanism = 'proc_pid_rusage';
  const gives = 'instructions of tests that start no other process, where `measure` asks for them';
  if (counter !== undefined) return { mechanism, works: true, detail: counter.tool, gives };
  return {
    ...{ mechanism, works: false, gives },
    detail: 'koffi is not there, or this machine counts none, as some virtual machines',
    remedy:
      'install koffi beside Perigee: npm install koffi; or measure outside the virtual machine',
  };
}
