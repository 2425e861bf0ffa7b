import { readFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { attempt } from '../../contract/attempt.ts';
import { readThrottled } from './read-throttled.ts';
import type { HostLoad } from '../../contract/documents.ts';

export interface LoadReading {
  atMs: number;
  pressureUs: Partial<Record<'cpu' | 'io' | 'memory', number>>;
  stealTicks?: number;
  cpuTicks?: number;
  /** In all cgroups that hold this process and may have a CPU limit. */
  throttledUs?: number;
}

export function readLoad(): LoadReading {
  const reading: LoadReading = { atMs: performance.now(), pressureUs: {} };
  for (const resource of ['cpu', 'io', 'memory'] as const) {
    const total = /^some .*total=(\d+)/.exec(readText(`/proc/pressure/${resource}`))?.[1];
    if (total !== undefined) reading.pressureUs[resource] = Number(total);
  }
  // "cpu  user nice system idle iowait irq softirq steal guest guest_nice"; guest is in user already.
  const ticks = /^cpu +(.*)$/m
    .exec(readText('/proc/stat'))?.[1]
    ?.split(' ')
    .map(Number)
    .slice(0, 8);
  if (ticks?.[7] !== undefined) {
    reading.stealTicks = ticks[7];
    reading.cpuTicks = ticks.reduce((sum, value) => sum + value, 0);
  }
  const throttledUs = readThrottled();
  if (throttledUs !== undefined) reading.throttledUs = throttledUs;
  return reading;
}

/** How busy the host was since `begin`. */
export function describeLoad(begin: LoadReading, end = readLoad()): HostLoad {
  const elapsedUs = (end.atMs - begin.atMs) * 1000;
  const share = (resource: 'cpu' | 'io' | 'memory') => {
    const [from, to] = [begin.pressureUs[resource], end.pressureUs[resource]];
    if (from === undefined || to === undefined || elapsedUs <= 0) return undefined;
    return Math.min(1, Math.max(0, (to - from) / elapsedUs));
  };
  const load: HostLoad = {};
  const [average] = loadavg();
  // Windows has none.
  if (average !== undefined && process.platform !== 'win32') load.loadAverage1m = average;
  const [cpu, io, memory] = [share('cpu'), share('io'), share('memory')];
  if (cpu !== undefined) load.cpuPressureShare = cpu;
  if (io !== undefined) load.ioPressureShare = io;
  if (memory !== undefined) load.memoryPressureShare = memory;
  const ticks = (end.cpuTicks ?? 0) - (begin.cpuTicks ?? 0);
  if (ticks > 0) {
    load.stealShare = Math.max(0, (end.stealTicks ?? 0) - (begin.stealTicks ?? 0)) / ticks;
  }
  if (begin.throttledUs !== undefined && end.throttledUs !== undefined && elapsedUs > 0) {
    load.throttledShare = Math.min(1, Math.max(0, end.throttledUs - begin.throttledUs) / elapsedUs);
  }
  return load;
}

function readText(path: string): string {
  return attempt(() => readFileSync(path, 'latin1'), '');
}
