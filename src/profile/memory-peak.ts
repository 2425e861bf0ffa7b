import type { WatchedProcess } from './proc/watched-process.ts';

/** Holds the highest level seen since it was opened, in bytes; undefined while none was seen. */
export interface PeakGauge {
  bytes: number | undefined;
}

/**
 * The peak of the memory of all processes together, seen at samples. Between two samples every process
 * keeps its own high-water mark: the highest of them, with the others at the lower of their two levels,
 * is a level that was reached. Each sample counts for every open gauge, and sets the marks back.
 */
export class MemoryPeak {
  readonly #list: () => WatchedProcess[];
  readonly #gauges = new Set<PeakGauge>();
  #before = new Map<number, number>();

  /** @param list the processes that count, now */
  constructor(list: () => WatchedProcess[]) {
    this.#list = list;
  }

  /** Call `sample` before it, so that what was before does not count. */
  open(): PeakGauge {
    const gauge = { bytes: undefined };
    this.#gauges.add(gauge);
    let now: number | undefined;
    for (const resident of this.#before.values()) now = (now ?? 0) + resident;
    this.#raise(now);
    return gauge;
  }

  /** @returns the peak in bytes, up to the last sample */
  close(gauge: PeakGauge): number | undefined {
    this.#gauges.delete(gauge);
    return gauge.bytes;
  }

  sample(): void {
    const now = new Map<number, number>();
    const rises: number[] = [];
    let level = 0;
    let steady = 0;
    for (const process of this.#list()) {
      const status = process.readStatus();
      if (status === undefined) continue;
      process.resetPeak();
      now.set(process.pid, status.residentBytes);
      level += status.residentBytes;
      const low = Math.min(status.residentBytes, this.#before.get(process.pid) ?? 0);
      steady += low;
      rises.push(status.peakBytes - low);
    }
    this.#before = now;
    if (now.size > 0) this.#raise(Math.max(level, steady + Math.max(...rises)));
  }

  #raise(bytes: number | undefined): void {
    if (bytes === undefined) return;
    for (const gauge of this.#gauges) gauge.bytes = Math.max(gauge.bytes ?? 0, bytes);
  }
}
