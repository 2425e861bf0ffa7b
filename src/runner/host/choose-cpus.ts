import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { attempt } from '../../contract/attempt.ts';

const folder = '/sys/devices/system/cpu';

/**
 * The CPUs of each core of this machine that are switched on, by number; the first core first. Those that share a core
 * slow each other down.
 * @param system the folder of the CPUs in /sys
 */
export function listCores(system = folder): number[][] {
  const cores = new Map<string, number[]>();
  for (const name of list(system)) {
    const number = /^cpu(\d+)$/.exec(name)?.[1];
    if (number === undefined || read(join(system, name, 'online')) === '0') continue;
    const siblings = read(join(system, name, 'topology', 'thread_siblings_list')) ?? number;
    cores.set(siblings, [...(cores.get(siblings) ?? []), Number(number)]);
  }
  return [...cores.values()]
    .map((core) => core.toSorted((a, b) => a - b))
    .sort(([a = 0], [b = 0]) => a - b);
}

/**
 * @param may the CPUs that this process may use
 * @returns a list for taskset; in words why there is none
 */
export function chooseCpus(
  choice: 'one' | 'leave-one',
  cores: readonly (readonly number[])[],
  may: ReadonlySet<number>,
): { list: string } | { why: string } {
  const usable = cores
    .map((core) => core.filter((cpu) => may.has(cpu)))
    .filter((core) => core.length > 0);
  if (usable.length < 2) return { why: 'this machine has one core' };
  if (choice === 'one') return { list: String(usable.at(-1)?.[0]) };
  if (usable.length < 3) return { why: 'there are two cores: cpus: one is the same' };
  return { list: usable.slice(1).flat().join(',') };
}

/** Parses `0-3,8`. */
export function parseCpuList(text: string): Set<number> {
  const ranges = text.split(',').map((part) => part.split('-').map(Number));
  return new Set(
    ranges.flatMap(([from = 0, to = from]) =>
      Array.from({ length: Math.max(0, Math.min(to - from, 10_000) + 1) }, (_, i) => from + i),
    ),
  );
}

/** The CPUs of this process; every one if the system does not say. */
export function readOwnCpus(): Set<number> {
  const allowed = /^Cpus_allowed_list:\s*(.+)$/m.exec(read('/proc/self/status') ?? '')?.[1];
  return parseCpuList(allowed ?? '0-10000');
}

function list(path: string): string[] {
  return attempt(() => readdirSync(path), []);
}

function read(path: string): string | undefined {
  return attempt(() => readFileSync(path, 'utf8').trim());
}
