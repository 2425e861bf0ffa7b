import { loadSystemCalls } from './host/system-calls.ts';
import { probeCgroup } from './host/probe-cgroup.ts';
import { probeProc } from './host/probe-proc.ts';
import { probeNoise } from './host/probe-noise.ts';

/** One thing that Perigee can use on this host, and whether it works here. */
export interface Probe {
  mechanism: string;
  works: boolean;
  /** What was seen. */
  detail: string;
  /** What it gives, or what is lost without it. */
  gives: string;
  /** What would make it work; absent when it works or when nothing would. */
  remedy?: string;
}

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
  return [koffi, ...probeCgroup(calls), ...probeProc(calls), ...probeNoise()];
}
