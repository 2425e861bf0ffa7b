import type { Problem, ProgramUse } from '../contract/documents.ts';
import type { ResourceUsage } from './host/system-calls.ts';
import type { PeakGauge } from './memory-peak.ts';
import type { Readings } from './readings.ts';
import type { SpanCounters } from './spans/span-table.ts';

/** What is counted of one execution, by whatever means the system has. */
export interface Counters extends SpanCounters {
  readonly problems: readonly Problem[];
  readonly memory: SpanCounters['memory'] & { open(): PeakGauge };
  /** How long what a test leaves has to end by itself, where not as long as usual. */
  readonly settleMs?: number;
  /** To be called some twenty times a second, and last when the tree has ended. */
  sample(): void;
  /** The programs of the test that used most CPU time. */
  listPrograms(): ProgramUse[];
  /** What is still there of the test, without the launcher, as `process.kill` takes it. */
  listLeft(): number[];
  /**
   * What is known only of the whole test, and only when it has ended.
   * @param usage of the launcher and all it waited for
   */
  readWhole(usage: ResourceUsage | undefined): Readings;
  close(): void;
}
