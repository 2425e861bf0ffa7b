import type { Problem, ProgramUse } from '../contract/documents.ts';
import type { ResourceUsage } from './host/system-calls.ts';
import type { PeakGauge } from './memory-peak.ts';
import type { SpanCounters } from './spans/span-table.ts';

/** Metric name to a number; what could not be read is not there. */
export type Readings = Partial<Record<string, number>>;

/**
 * The use between two readings of counters that only grow. A counter that is missing on one side, or that went back
 * because its process took it along, is absent.
 * @param lost is absent too
 */
export function subtractReadings(
  end: Readings,
  begin: Readings,
  lost: ReadonlySet<string>,
): Readings {
  const used: Readings = {};
  for (const [name, value] of Object.entries(end)) {
    const from = begin[name];
    if (value === undefined || from === undefined || lost.has(name)) continue;
    // Only this one may truly be negative: data written before was removed before it reached the disk.
    if (name === 'disk.write_bytes') used[name] = Math.max(0, value - from);
    else if (value >= from) used[name] = value - from;
  }
  return used;
}

/** The counters of one execution, by any means that the system has. */
export interface Counters extends SpanCounters {
  readonly problems: readonly Problem[];
  readonly memory: SpanCounters['memory'] & { open(): PeakGauge };
  /** How long what a test leaves has to end by itself, where not as long as usual. */
  readonly settleMs?: number | undefined;
  /** To be called some twenty times a second, and last when the tree has ended. */
  sample(): void;
  /** The programs of the test that used most CPU time. */
  listPrograms(): ProgramUse[];
  /** The remaining processes of the test, without the launcher, as `process.kill` takes them. */
  listLeft(): number[];
  /**
   * The readings of the whole test, which are known only when it has ended.
   * @param usage of the launcher and all it waited for
   */
  readWhole(usage: ResourceUsage | undefined): Readings;
  close(): void;
}

const firstMs = 3;
const longestMs = 50;

/**
 * Calls `sample` soon after the start, then twice as late each time until it is twenty times a second:
 * a short test is seen too, and a long one pays for four samples more.
 * @returns stops it
 */
export function startSampling(sample: () => void): () => void {
  let timer: NodeJS.Timeout;
  let delayMs = firstMs;
  const next = () => {
    sample();
    delayMs = Math.min(longestMs, delayMs * 2);
    timer = setTimeout(next, delayMs);
  };
  timer = setTimeout(next, delayMs);
  return () => clearTimeout(timer);
}
