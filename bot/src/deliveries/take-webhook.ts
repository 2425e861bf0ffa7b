import { Refused } from '../../../src/transport/platform-errors.ts';
import { type AnyDelivery, keyDelivery } from './delivery.ts';
import { writeMessage, writeUnread } from './message.ts';
import type { DoorPorts } from './ports.ts';
import { readDelivery, type Webhook } from './read-delivery.ts';
import { storeSoon } from './store-soon.ts';

export interface IntakePorts extends DoorPorts {
  appId: number;
}

/** A letter with more than this could not be put where messages have a bound. */
const longestLetter = 900_000;

/**
 * Takes a webhook whose signature was right. When it resolves, its message is in the log for good, or it
 * lies among the dead letters, or it was nothing for us.
 * @throws LogOutOfReach GitHub shows the delivery as failed, and it is asked for again by the next sweep
 */
export async function takeWebhook(webhook: Webhook, ports: IntakePorts): Promise<void> {
  const { appId, metrics, nowMs } = ports;
  const receivedAt = new Date(nowMs()).toISOString();
  let delivery: AnyDelivery | undefined;
  try {
    delivery = readDelivery(webhook, { appId, receivedAt });
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    await putAside(webhook, receivedAt, error.message, ports);
    metrics.webhooks.add(1, { outcome: 'unreadable' });
    return;
  }
  if (delivery === undefined) {
    metrics.webhooks.add(1, { outcome: 'not-for-us' });
    return;
  }
  const message = { key: keyDelivery(delivery), value: writeMessage(delivery) };
  await storeSoon(ports, () => ports.deliveries.appendRaw(message));
  metrics.webhooks.add(1, { outcome: 'taken' });
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
  await storeSoon(ports, () => deliveries.deadLetters.put({ message, reason, source: 'webhooks' }));
  metrics.deadLetters.add(1, { reason: 'webhook' });
  logger.log('warn', 'put a webhook aside', { event: webhook.name, id: webhook.id, why: reason });
}
