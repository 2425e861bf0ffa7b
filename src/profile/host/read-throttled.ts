import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { attempt } from '../../contract/attempt.ts';

const mounts = '/sys/fs/cgroup';

/**
 * For how long CPU limits have held up what is in the cgroups of this process and those above it, in microseconds:
 * a counter that only grows. Undefined where no cgroup tells.
 * @param read the text of a file; empty when it cannot be read
 */
export function readThrottled(read: (path: string) => string = readText): number | undefined {
  let sum: number | undefined;
  const lines = read('/proc/self/cgroup').matchAll(/^\d+:([^:\n]*):(.*)$/gm);
  for (const [, controllers = '', path = '/'] of lines) {
    if (controllers !== '' && !controllers.split(',').includes('cpu')) continue;
    for (let at = path; ; at = dirname(at)) {
      const text = read(join(mounts, controllers, at, 'cpu.stat'));
      // The older cgroups count in nanoseconds, and under another name.
      const us = /^throttled_usec (\d+)$/m.exec(text)?.[1];
      const ns = /^throttled_time (\d+)$/m.exec(text)?.[1];
      if (us !== undefined) sum = (sum ?? 0) + Number(us);
      else if (ns !== undefined) sum = (sum ?? 0) + Number(ns) / 1000;
      if (at === '/' || at === '.') break;
    }
  }
  return sum;
}

function readText(path: string): string {
  return attempt(() => readFileSync(path, 'latin1'), '');
}
