import { createHash } from 'node:crypto';
import { closeSync, fsyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { HostLoad } from '../../contract/documents.ts';
import { type Noise, nameNoise } from '../../stats/name-noise.ts';
import { measureSpread, type SpreadOfRounds } from '../../stats/spread-of-rounds.ts';
import { readFact, type ReadFact } from '../host/read-facts.ts';
import { systemClock } from '../run-request.ts';

export interface HostNoise {
  runs: number;
  /** A loop of hashes, in nanoseconds. */
  cpu: SpreadOfRounds;
  /** The pattern of the loop's times in their order. */
  kind: Noise;
  /** Small files, flushed. */
  disk: SpreadOfRounds;
  /** While the runs went on. */
  load: HostLoad;
}

/**
 * Runs a fixed workload some times, about six seconds in all: how far its times lie apart is what this
 * host adds to every measurement.
 * @param directory a writable one on the disk that the tests use
 * @param runs at least 2
 */
export async function measureHostNoise(directory: string, runs = 40): Promise<HostNoise> {
  const first = await readLoad(readFact, systemClock.elapsedMs());
  runWorkload(directory);
  const times = Array.from({ length: runs }, () => runWorkload(directory));
  const last = await readLoad(readFact, systemClock.elapsedMs());
  return {
    runs,
    cpu: measureSpread([times.map(({ cpuNs }) => cpuNs)]),
    kind: nameNoise(times.map(({ cpuNs }) => cpuNs)),
    disk: measureSpread([times.map(({ diskNs }) => diskNs)]),
    load: compareLoad(first, last),
  };
}

interface WorkloadTimes {
  /** Hashing: the CPU alone. */
  cpuNs: number;
  /** Small files, each flushed to the disk. */
  diskNs: number;
}

const hashedBytes = 1024 * 1024;
const hashes = 140;
const files = 20;
const fileBytes = 4096;

/** One run of a workload that never changes. Synchronous on purpose: nothing of ours runs in between. */
function runWorkload(directory: string): WorkloadTimes {
  const block = Buffer.alloc(hashedBytes, 1);
  const started = process.hrtime.bigint();
  for (let round = 0; round < hashes; round += 1) createHash('sha256').update(block).digest();
  const hashed = process.hrtime.bigint();
  const folder = mkdtempSync(join(directory, 'noise-'));
  try {
    const opened = process.hrtime.bigint();
    for (let index = 0; index < files; index += 1) writeFlushed(join(folder, String(index)), block);
    const written = process.hrtime.bigint();
    return { cpuNs: Number(hashed - started), diskNs: Number(written - opened) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function writeFlushed(file: string, block: Buffer): void {
  const descriptor = openSync(file, 'w');
  writeSync(descriptor, block, 0, fileBytes);
  fsyncSync(descriptor);
  closeSync(descriptor);
}

/** Counters that only grow, at one moment. */
interface LoadReading {
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
