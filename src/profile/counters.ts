import type { Problem, ProgramUse } from '../contract/documents.ts';
import type { ResourceUsage } from './host/system-calls.ts';
import type { Readings } from './lost-counters.ts';
import type { PeakGauge } from './memory-peak.ts';
import type { SpanCounters } from './spans/span-table.ts';

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
