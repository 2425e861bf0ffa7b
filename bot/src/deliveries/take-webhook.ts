import type { Logger } from '../../../src/operations/logger.ts';
import { CiRefused } from '../../../src/transport/ci/ci-errors.ts';
import type { EventQueue } from '../../../src/transport/events/event-queue.ts';
import { tellInOneLine } from '../../../src/transport/events/one-line.ts';
import { unlessAborted } from '../../../src/transport/events/unless-aborted.ts';
import type { BotMetrics } from '../bot-metrics.ts';
import type { AnyDelivery } from './delivery.ts';
import { writeMessage, writeUnread } from './message.ts';
import { readDelivery, type Webhook } from './read-delivery.ts';

export interface IntakePorts {
  appId: number;
  deliveries: EventQueue;
  logger: Logger;
  metrics: BotMetrics;
  /** Since 1970. */
  nowMs(): number;
  /** How long the log may take. GitHub waits for 10 s. */
  appendWithinMs: number;
}

/** GitHub shows the delivery as failed, and it is asked for again by the next sweep. */
export class LogOutOfReach extends Error {
  override readonly name = 'LogOutOfReach';
  /** Of the answer. */
  readonly status = 503;
}

/** A letter with more than this could not be put where messages have a bound. */
const longestLetter = 900_000;

/**
 * Takes a webhook whose signature was right. When it resolves, what it told is in the log for good, or it
 * lies among the dead letters, or it was nothing for us.
 * @throws LogOutOfReach
 */
export async function takeWebhook(webhook: Webhook, ports: IntakePorts): Promise<void> {
  const { appId, metrics, nowMs } = ports;
  const receivedAt = new Date(nowMs()).toISOString();
  let delivery: AnyDelivery | undefined;
  try {
    delivery = readDelivery(webhook, { appId, receivedAt });
  } catch (error) {
    if (!(error instanceof CiRefused)) throw error;
    await putAside(webhook, receivedAt, error.message, ports);
    metrics.webhooks.add(1, { outcome: 'unreadable' });
    return;
  }
  if (delivery === undefined) {
    metrics.webhooks.add(1, { outcome: 'not-for-us' });
    return;
  }
  const message = { key: keyDelivery(delivery), value: writeMessage(delivery) };
  await soon(ports, () => ports.deliveries.appendRaw(message));
  metrics.webhooks.add(1, { outcome: 'taken' });
}

/** What is told of one repository stays in order. */
function keyDelivery(delivery: AnyDelivery): string {
  return 'repository' in delivery
    ? String(delivery.repository.id)
    : `installation-${delivery.installation}`;
}

async function putAside(
  webhook: Webhook,
  receivedAt: string,
  reason: string,
  ports: IntakePorts,
): Promise<void> {
  const { deliveries, logger, metrics, nowMs } = ports;
  const whole = writeUnread(webhook, receivedAt);
  const value =
    whole.length <= longestLetter
      ? whole
      : writeUnread({ ...webhook, payload: `${whole.length} characters` }, receivedAt);
  const message = { key: '', value, position: `webhook/${webhook.id}`, receivedAtMs: nowMs() };
  await soon(ports, () => deliveries.deadLetters.put({ message, reason, source: 'webhooks' }));
  metrics.deadLetters.add(1, { reason: 'webhook' });
  logger.log('warn', 'put a webhook aside', { event: webhook.name, id: webhook.id, why: reason });
}

async function soon(
  { appendWithinMs, logger, metrics }: IntakePorts,
  store: () => Promise<unknown>,
): Promise<void> {
  try {
    await unlessAborted(AbortSignal.timeout(appendWithinMs), store());
  } catch (error) {
    metrics.webhooks.add(1, { outcome: 'log-down' });
    logger.log('error', 'the log of deliveries takes nothing', { why: tellInOneLine(error) });
    throw new LogOutOfReach('the log of deliveries is out of reach', { cause: error });
  }
}
