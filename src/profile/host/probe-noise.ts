import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import type { Probe } from './probe.ts';
import { isInMemory } from './is-on-disk.ts';

/** What makes this host quieter or noisier. */
export function probeNoise(): Probe[] {
  return [probeTmpfs(), probeGovernor(), probePerfEvents()];
}

function probeTmpfs(): Probe {
  const folder = tmpdir();
  const works = isInMemory(folder);
  return {
    mechanism: 'temporary files in memory',
    works,
    detail: `${folder} is ${works ? 'on tmpfs: disk bytes are not measured' : 'on a disk'}`,
    gives: 'less noise: half the spread in time where a test writes files',
    ...(works ? {} : { remedy: 'set TMPDIR to a folder on tmpfs, such as one in /dev/shm' }),
  };
}

function probeGovernor(): Probe {
  const governor = readLine('/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor');
  return {
    mechanism: 'CPU frequency governor',
    works: governor === 'performance',
    detail: governor ?? 'not visible, as in most virtual machines',
    gives: 'a steady clock rate when it is performance',
    ...(governor === undefined || governor === 'performance'
      ? {}
      : { remedy: 'as root: cpupower frequency-set --governor performance' }),
  };
}

function probePerfEvents(): Probe {
  const level = readLine('/proc/sys/kernel/perf_event_paranoid');
  const works = process.getuid?.() === 0 || (level !== undefined && Number(level) <= 0);
  return {
    mechanism: 'perf events',
    works: works && level !== undefined,
    detail: level === undefined ? 'not there' : `perf_event_paranoid is ${level}`,
    gives: 'nothing yet: system calls and instructions need tier 2',
  };
}

function readLine(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    return undefined;
  }
}
