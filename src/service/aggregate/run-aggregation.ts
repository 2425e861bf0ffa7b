import { createPendingBuilds } from '../../aggregate/pending-builds.ts';
import { endInOrder, followLog } from '../../operations/follow-log.ts';
import { createHeldMessages } from '../../operations/held-messages.ts';
import type { EventMessage, SourceNotice } from '../../transport/events/event-source.ts';
import type { AggregationLimits } from '../../serving/settings/settings.ts';
import type { AggregationPorts } from './ports.ts';
import { takeEvent } from './take-event.ts';
import { startWork } from './work.ts';

export interface Aggregation {
  /** Brings the gauges up to date. */
  measure(): Promise<void>;
  /** Undefined while it gets on; otherwise one line on what stands still. */
  findStandstill(): string | undefined;
  /** One line each on artifacts that are out of reach. */
  listAway(): string[];
  /**
   * Resolves when nothing is in work any more, after `stop` was aborted.
   * @throws when the log cannot be read on
   */
  readonly ended: Promise<void>;
}

/** Builds that are done and still known; redelivered events of older ones are folded again, to no effect. */
const rememberedBuilds = 10_000;

/**
 * Follows the log, and writes each build when its shards are there.
 * @param stop finish what is in work, and end
 * @param abandon end at once; what is not written comes again
 */
export function startAggregation(
  ports: AggregationPorts,
  limits: AggregationLimits,
  signals: { stop: AbortSignal; abandon: AbortSignal },
): Aggregation {
  const { metrics, source } = ports;
  const rules = { quietMs: limits.quietMs, rememberAtMost: rememberedBuilds };
  const pending = createPendingBuilds(rules);
  const held = createHeldMessages<EventMessage>(pending.forget);
  const work = startWork({ ports, limits, pending, held, signals });
  const reading = new AbortController();
  const intake = { ports, limits, pending, held };
  const consuming = followLog({
    source,
    isFull: () => held.count() >= limits.maxHeldEvents,
    // The oldest builds are written as they are: what is missing completes them later.
    makeRoom: () => {
      pending.hurry(Math.ceil(pending.count().builds / 10));
      work.wake();
    },
    take: (message, batch) => takeEvent(message, batch, intake),
    onTaken: work.wake,
    onNotice: (notice) => hear(notice, ports),
    signal: reading.signal,
  });
  return {
    ended: endInOrder(consuming, work.ended, reading),
    findStandstill: work.findStandstill,
    listAway: work.listAway,
    measure: async () => {
      const { builds, oldestSinceMs } = pending.count();
      metrics.buildsPending.set(builds);
      metrics.eventsHeld.set(held.count());
      metrics.oldestPending.set(
        oldestSinceMs === undefined ? 0 : (ports.clockMs() - oldestSinceMs) / 1000,
      );
      const lag = await source.lag();
      metrics.lag.set(lag.messages);
      const oldest = lag.oldestReceivedAtMs;
      metrics.oldestUnprocessed.set(
        oldest === undefined ? 0 : Math.max(0, ports.nowMs() - oldest) / 1000,
      );
    },
  };
}

function hear(notice: SourceNotice, { metrics, logger }: AggregationPorts): void {
  switch (notice.kind) {
    case 'retry':
      metrics.retries.add(1, { of: 'batch' });
      {
        logger.log('warn', 'a batch comes again', { ...notice });
        return;
      }
    case 'restart':
      metrics.sourceRestarts.add();
      {
        logger.log('warn', 'reads the log again', { why: notice.why });
        return;
      }
    case 'stand-by': {
      logger.log('error', 'stands by', { why: notice.why });
      return;
    }
    case 'assigned':
    case 'lost': {
      logger.log('info', `partitions ${notice.kind}`, { partitions: notice.partitions });
      return;
    }
  }
}
