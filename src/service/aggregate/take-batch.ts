import { setTimeout as pause } from 'node:timers/promises';
import type { PendingBuilds } from '../../aggregate/pending-builds.ts';
import type { EventBatch, EventMessage } from '../../transport/events/event-source.ts';
import type { HeldEvents } from './held-events.ts';
import type { AggregationLimits } from '../../serving/settings/settings.ts';
import type { AggregationPorts } from './ports.ts';
import { readEvent } from './read-event.ts';

export interface Intake {
  ports: AggregationPorts;
  limits: AggregationLimits;
  pending: PendingBuilds;
  held: HeldEvents;
  /** Something may be ready now. */
  wake(): void;
  /** Aborted: what is not taken yet comes again. */
  signal: AbortSignal;
}

const pauseWhileFullMs = 200;

/**
 * Takes the messages of one batch. When it resolves, each is held with its build, or done: said before,
 * not for us, or put aside as poison.
 * @throws what keeps a dead letter from being stored, and when it is stopped: the batch comes again then
 */
export async function takeBatch(batch: EventBatch, intake: Intake): Promise<void> {
  for (const message of batch.messages) {
    await waitForRoom(batch, intake);
    batch.lost.throwIfAborted();
    await takeMessage(batch, message, intake);
  }
  intake.wake();
}

async function takeMessage(
  batch: EventBatch,
  message: EventMessage,
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
  // Of a message from the future, by another clock, the age is 0; and none is older than its deadline.
  const ageMs = Math.min(Math.max(0, ports.nowMs() - message.receivedAtMs), limits.deadlineMs);
  const { build, shard } = event;
  const hold = held.hold(batch, message);
  const dueAtMs = nowMs + limits.deadlineMs - ageMs;
  const news = pending.receive({ build, shard, hold, dueAtMs }, nowMs);
  if (news !== 'pending') metrics.eventsKnown.add();
  if (news === 'known') held.release([hold]);
}

/** Above the bound the oldest builds are written as they are: what is missing completes them later. */
async function waitForRoom(batch: EventBatch, intake: Intake): Promise<void> {
  const { held, limits, pending, wake, signal } = intake;
  while (held.count() >= limits.maxHeldEvents) {
    signal.throwIfAborted();
    pending.hurry(Math.ceil(pending.count().builds / 10));
    wake();
    await batch.heartbeat();
    await pause(pauseWhileFullMs);
  }
}
