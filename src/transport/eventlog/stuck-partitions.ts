import type { SourceNotice } from './event-log.ts';

/** A shorter pause is that of a batch whose first tries failed. */
const leastPauseMs = 5_000;
/** A try may take as long before it fails again. */
const longestTryMs = 30_000;

/** Partitions whose batch comes again and again: they stand still while the log itself can be reached. */
export interface StuckPartitions {
  hear(notice: SourceNotice): void;
  /** One line each. */
  list(): string[];
}

export function watchStuckPartitions(clockMs: () => number): StuckPartitions {
  const stuck = new Map<string, { why: string; untilMs: number }>();
  return {
    hear: (notice) => {
      if (notice.kind !== 'retry' || notice.pauseMs < leastPauseMs) return;
      const untilMs = clockMs() + notice.pauseMs + longestTryMs;
      stuck.set(notice.partition, { why: notice.why, untilMs });
    },
    list: () =>
      [...stuck]
        .filter(([, { untilMs }]) => untilMs > clockMs())
        .map(([partition, { why }]) => `partition ${partition} stands still: ${why}`),
  };
}
