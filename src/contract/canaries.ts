import type { Metric } from './documents.ts';

/** Small workloads that never change. What they take tells a changed machine from changed code. */
export interface Canary {
  name: string;
  /** In a person's words, after "the". */
  title: string;
  /** Time that a test computes and time that it waits, or the latter alone. */
  concerns: 'cpu-and-latency' | 'latency';
}

/**
 * In the order in which a run goes through them: neighbours tell of different parts of the machine, so that
 * a few of them tell of most.
 */
export const canaries = [
  { name: 'cpu.integer', title: 'integer CPU', concerns: 'cpu-and-latency' },
  { name: 'scheduler.wake_up', title: 'scheduler wake-up', concerns: 'latency' },
  { name: 'disk.throughput', title: 'disk throughput', concerns: 'latency' },
  { name: 'memory.latency', title: 'memory latency', concerns: 'cpu-and-latency' },
  { name: 'loopback.latency', title: 'loopback latency', concerns: 'latency' },
  { name: 'cpu.float', title: 'float CPU', concerns: 'cpu-and-latency' },
  { name: 'process.start', title: 'process start', concerns: 'cpu-and-latency' },
  { name: 'disk.flush', title: 'disk flush', concerns: 'latency' },
  { name: 'memory.bandwidth', title: 'memory bandwidth', concerns: 'cpu-and-latency' },
  { name: 'loopback.throughput', title: 'loopback throughput', concerns: 'latency' },
  { name: 'page.fault', title: 'page fault', concerns: 'cpu-and-latency' },
] as const satisfies readonly Canary[];

/** Read and not run: it costs nothing, so it is beside every pair that has canaries. */
export const cpuLimit = 'cpu.limit';

export type CanaryName = (typeof canaries)[number]['name'];

const byName = new Map<string, Canary>(
  [...canaries, { name: cpuLimit, title: 'CPU limit', concerns: 'latency' } as const].map(
    (canary) => [canary.name, canary],
  ),
);

/** Undefined for one that only a newer Perigee knows. */
export function findCanary(name: string): Canary | undefined {
  return byName.get(name);
}

const cpuMetrics = new Set(['cpu.total', 'cpu.user', 'cpu.system']);

/**
 * Whether a machine on which the canary takes longer also makes the metric worse. Counts and bytes do not depend on
 * how fast a machine is; a number of the suite does if it is a time, or the more the better.
 */
export function concernsMetric(
  { concerns }: Pick<Canary, 'concerns'>,
  { name, unit, direction }: Pick<Metric, 'name' | 'unit' | 'direction'>,
): boolean {
  if (cpuMetrics.has(name)) return concerns === 'cpu-and-latency';
  return unit === 'ns' || direction === 'higher';
}

/** The names of canaries in the store: series of the machine, not of a test of the suite. */
export const machineSpan = { test: '(machine)', span: 'canaries' } as const;
