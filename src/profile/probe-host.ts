import type { Probe } from './host/probe.ts';
import { loadSystemCalls } from './host/system-calls.ts';
import { probeCgroup } from './host/probe-cgroup.ts';
import { probeIsolation } from './host/probe-isolation.ts';
import { probeProc } from './host/probe-proc.ts';
import { probeNoise } from './host/probe-noise.ts';

/** Tries each mechanism on this host, for `perigee doctor`. Leaves nothing changed. */
export async function probeHost(): Promise<Probe[]> {
  const calls = await loadSystemCalls();
  const koffi: Probe =
    calls === undefined
      ? {
          mechanism: 'koffi',
          works: false,
          detail: `not there, or not for ${process.platform} ${process.arch}`,
          gives: 'network bytes and packets, exact counts for daemons, context switches of tests',
          remedy: 'install it beside Perigee: npm install koffi',
        }
      : {
          mechanism: 'koffi',
          works: true,
          detail: 'loaded',
          gives: 'the system calls that Node lacks',
        };
  return [koffi, ...probeCgroup(calls), ...probeProc(calls), ...probeIsolation(), ...probeNoise()];
}
