import { type PendingBuilds, createPendingBuilds } from '../../aggregate/pending-builds.ts';
import type { BuildEvent, BuildKey, ShardDone } from '../../contract/documents.ts';
import { UserError } from '../../contract/user-error.ts';
import { parseDocument } from '../../contract/validate.ts';
import { type LogBatch, endInOrder, followLog } from '../../async/follow-log.ts';
import { createHeldMessages } from '../../async/held-messages.ts';
import type { AggregationLimits } from '../../settings/settings.ts';
import type { EventMessage, SourceNotice } from '../../transport/eventlog/event-log.ts';
import { watchStuckPartitions } from '../../transport/eventlog/stuck-partitions.ts';
import type { AggregationPorts, HeldEvents } from './ports.ts';
import { startWork } from './process-build.ts';

export interface Aggregation {
  /** Brings the gauges up to date. */
  measure(): Promise<void>;
  /** Undefined while it gets on; otherwise one line on what stands still. */
  findStandstill(): string | undefined;
  /** One line each on artifacts that are out of reach. */
  listAway(): string[];
  /** One line each on parts of the log whose events cannot be taken. */
  listStuck(): string[];
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
  const stuck = watchStuckPartitions(ports.clockMs);
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
    onNotice: (notice) => {
      stuck.hear(notice);
      hear(notice, ports);
    },
    signal: reading.signal,
  });
  return {
    ended: endInOrder(consuming, work.ended, reading),
    findStandstill: work.findStandstill,
    listAway: work.listAway,
    listStuck: stuck.list,
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
      logger.log('warn', 'a batch comes again', { ...notice });
      break;
    case 'restart':
      metrics.sourceRestarts.add();
      logger.log('warn', 'reads the log again', { why: notice.why });
      break;
    case 'unread':
      metrics.eventsUnread.add(notice.messages);
      logger.log('error', 'the log deleted messages before they were read', {
        messages: notice.messages,
      });
      break;
    case 'stand-by':
      logger.log('error', 'stands by', { why: notice.why });
      break;
    default:
      logger.log('info', `partitions ${notice.kind}`, { partitions: notice.partitions });
  }
}

interface Intake {
  ports: AggregationPorts;
  limits: AggregationLimits;
  pending: PendingBuilds;
  held: HeldEvents;
}

/**
 * Takes a message of the log. When it resolves, the message is held with its build, or done: said before,
 * not for us, or put aside as poison.
 * @throws what keeps a dead letter from being stored: the batch comes again then
 */
async function takeEvent(
  message: EventMessage,
  batch: LogBatch<EventMessage>,
  { ports, limits, pending, held }: Intake,
): Promise<void> {
  const { metrics, deadLetters, source, logger } = ports;
  metrics.eventsReceived.add();
  const event = readEvent(message);
  if (event.kind === 'not-for-us') return;
  if (event.kind === 'poison') {
    await deadLetters.put({ message, reason: event.why, source: source.name });
    metrics.deadLetters.add(1, { reason: 'event' });
    logger.log('warn', 'put an event aside', { position: message.position, why: event.why });
    return;
  }
  const nowMs = ports.clockMs();
  // A message from the future, by another clock, has the age 0; and none is older than its deadline.
  const ageMs = Math.min(Math.max(0, ports.nowMs() - message.receivedAtMs), limits.deadlineMs);
  const { build, shard } = event;
  const hold = held.hold(batch, message);
  const dueAtMs = nowMs + limits.deadlineMs - ageMs;
  const news = pending.receive({ build, shard, hold, dueAtMs }, nowMs);
  if (news !== 'pending') metrics.eventsKnown.add();
  if (news === 'known') held.release([hold]);
}

type ReadEvent =
  | { kind: 'shard'; build: BuildKey; shard: ShardDone }
  /** The service's own events; others follow it. */
  | { kind: 'not-for-us' }
  /** It will never be understood. */
  | { kind: 'poison'; why: string };

const longestEvent = 65_536;

/** Reads a message of the log. Nothing in it is believed before it was validated. */
export function readEvent({ value, position, fault }: EventMessage): ReadEvent {
  if (fault !== undefined) return { kind: 'poison', why: fault };
  if (value.length > longestEvent) {
    return { kind: 'poison', why: `an event of ${value.length} characters` };
  }
  let event: BuildEvent;
  try {
    event = parseDocument('build-event', value, position);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    const { where = position, seen, expected } = error.facts;
    const wanted = expected === undefined ? '' : `; expected ${expected}`;
    return { kind: 'poison', why: `${where}: ${seen}${wanted}` };
  }
  const { kind, build, shard } = event;
  if (kind !== 'shard-done' || shard === undefined) return { kind: 'not-for-us' };
  if (shard.index < shard.total) return { kind: 'shard', build, shard };
  return { kind: 'poison', why: `shard ${shard.index + 1} of ${shard.total}: there is none` };
}
