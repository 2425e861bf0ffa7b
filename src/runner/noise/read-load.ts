import type { HostLoad } from '../../contract/documents.ts';
import type { ReadFact } from '../host/read-facts.ts';

/** Counters that only grow, at one moment. */
export interface LoadReading {
  atMs: number;
  loadAverage1m?: number;
  /** Microseconds in which some task waited. */
  waitedUs: Partial<Record<'cpu' | 'io' | 'memory', number>>;
  /** Clock ticks of all CPUs, and those that the hypervisor took. */
  ticks?: { all: number; stolen: number };
}

export async function readLoad(read: ReadFact, atMs: number): Promise<LoadReading> {
  const reading: LoadReading = { atMs, waitedUs: {} };
  for (const resource of ['cpu', 'io', 'memory'] as const) {
    const text = (await read(`/proc/pressure/${resource}`)) ?? '';
    const match = /^some .*total=(\d+)/m.exec(text);
    if (match !== null) reading.waitedUs[resource] = Number(match[1]);
  }
  const average = Number.parseFloat((await read('/proc/loadavg')) ?? '');
  if (Number.isFinite(average)) reading.loadAverage1m = average;
  const cpuLine = /^cpu +(.*)$/m.exec((await read('/proc/stat')) ?? '')?.[1];
  const ticks = cpuLine?.split(' ').map(Number).slice(0, 8) ?? [];
  if (ticks.length === 8 && ticks.every(Number.isFinite)) {
    reading.ticks = { all: ticks.reduce((sum, tick) => sum + tick, 0), stolen: ticks[7] ?? 0 };
  }
  return reading;
}

/** How busy the host was between two readings. What either lacks is absent. */
export function compareLoad(first: LoadReading, last: LoadReading): HostLoad {
  const load: HostLoad = {};
  const elapsedUs = (last.atMs - first.atMs) * 1000;
  for (const resource of ['cpu', 'io', 'memory'] as const) {
    const from = first.waitedUs[resource];
    const to = last.waitedUs[resource];
    if (from === undefined || to === undefined || elapsedUs <= 0) continue;
    load[`${resource}PressureShare`] = Math.max(0, to - from) / elapsedUs;
  }
  if (last.loadAverage1m !== undefined) load.loadAverage1m = last.loadAverage1m;
  if (first.ticks !== undefined && last.ticks !== undefined) {
    const all = last.ticks.all - first.ticks.all;
    if (all > 0) load.stealShare = Math.max(0, last.ticks.stolen - first.ticks.stolen) / all;
  }
  return load;
}
