import type { WatchedProcess } from './proc/watched-process.ts';

/** Holds the highest level seen since it was opened, in bytes; undefined while none was seen. */
export interface PeakGauge {
  bytes: number | undefined;
}

interface Level {
  residentBytes: number;
  peakBytes: number;
}

/**
 * The peak of the memory of all processes together, seen at samples. Between two samples every process
 * keeps its own high-water mark: the highest of those that rose, with the others at the lower of their two
 * levels, is a level that was reached. Each sample counts for every open gauge.
 */
export class MemoryPeak {
  readonly #list: () => WatchedProcess[];
  readonly #gauges = new Set<PeakGauge>();
  #before = new Map<number, Level>();

  /** @param list the processes that count, now */
  constructor(list: () => WatchedProcess[]) {
    this.#list = list;
  }

  /** Call `sample` before it, so that what was before does not count. */
  open(): PeakGauge {
    const gauge = { bytes: undefined };
    this.#gauges.add(gauge);
    let now: number | undefined;
    for (const { residentBytes } of this.#before.values()) now = (now ?? 0) + residentBytes;
    this.#raise(now);
    return gauge;
  }

  /**
   * The same for a span: sets back the marks that are above the present level. A process reads its own mark too
   * (getrusage, GNU time), so this is done for a test that marks spans only.
   */
  openSpan(): PeakGauge {
    for (const process of this.#list()) {
      const level = this.#before.get(process.pid);
      if (level === undefined || level.peakBytes <= level.residentBytes) continue;
      process.resetPeak();
      level.peakBytes = level.residentBytes;
    }
    return this.open();
  }

  /** @returns the peak in bytes, up to the last sample */
  close(gauge: PeakGauge): number | undefined {
    this.#gauges.delete(gauge);
    return gauge.bytes;
  }

  sample(): void {
    const now = new Map<number, Level>();
    const rises: number[] = [];
    let level = 0;
    let steady = 0;
    for (const process of this.#list()) {
      const status = process.readStatus();
      if (status === undefined) continue;
      const { residentBytes, peakBytes } = status;
      now.set(process.pid, { residentBytes, peakBytes });
      level += residentBytes;
      const before = this.#before.get(process.pid);
      const low = Math.min(residentBytes, before?.residentBytes ?? 0);
      steady += low;
      // A mark that did not rise is of a time before the last sample.
      const hasRisen = peakBytes > (before?.peakBytes ?? 0);
      rises.push((hasRisen ? peakBytes : residentBytes) - low);
    }
    this.#before = now;
    if (now.size > 0) this.#raise(Math.max(level, steady + Math.max(...rises)));
  }

  #raise(bytes: number | undefined): void {
    if (bytes === undefined) return;
    for (const gauge of this.#gauges) gauge.bytes = Math.max(gauge.bytes ?? 0, bytes);
  }
}
