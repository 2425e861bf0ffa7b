import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { attempt } from '../../contract/attempt.ts';
import { isInMemory } from './is-on-disk.ts';

/** One thing that Perigee can use on this host, and whether it works here. */
export interface Probe {
  mechanism: string;
  works: boolean;
  detail: string;
  /** The gain, or the loss without it. */
  gives: string;
  /** The remedy; absent when it works or when there is none. */
  remedy?: string;
}

/** The sources of noise on this host. */
export function probeNoise(): Probe[] {
  return [probeTmpfs(), probeGovernor()];
}

function probeTmpfs(): Probe {
  const folder = tmpdir();
  const works = isInMemory(folder);
  return {
    mechanism: 'temporary files in memory',
    works,
    detail: `${folder} is ${works ? 'on tmpfs: disk bytes (read, written) are not measured' : 'on a disk'}`,
    gives: 'half the spread in time where a test writes files, but no disk bytes then',
    ...(works
      ? {}
      : {
          remedy:
            'set TMPDIR to a folder on tmpfs, such as one in /dev/shm; disk bytes are then not measured',
        }),
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

function readLine(path: string): string | undefined {
  return attempt(() => readFileSync(path, 'utf8').trim());
}
