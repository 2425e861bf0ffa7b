import type { PendingBuilds } from '../../aggregate/pending-builds.ts';
import type { LogBatch } from '../../operations/follow-log.ts';
import type { EventMessage } from '../../transport/events/event-source.ts';
import type { AggregationLimits } from '../../serving/settings/settings.ts';
import type { AggregationPorts, HeldEvents } from './ports.ts';
import { readEvent } from './read-event.ts';

export interface Intake {
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
export async function takeEvent(
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
  // Of a message from the future, by another clock, the age is 0; and none is older than its deadline.
  const ageMs = Math.min(Math.max(0, ports.nowMs() - message.receivedAtMs), limits.deadlineMs);
  const { build, shard } = event;
  const hold = held.hold(batch, message);
  const dueAtMs = nowMs + limits.deadlineMs - ageMs;
  const news = pending.receive({ build, shard, hold, dueAtMs }, nowMs);
  if (news !== 'pending') metrics.eventsKnown.add();
  if (news === 'known') held.release([hold]);
}
