import type { IncomingMessage } from 'node:http';
import type { Logger } from '../../../src/logging/logger.ts';
import type { EventQueue } from '../../../src/transport/eventlog/event-log.ts';
import type { BotMetrics } from '../bot-metrics.ts';
import { formatInOneLine } from '../../../src/transport/eventlog/one-line.ts';
import { unlessAborted } from '../../../src/async/within.ts';
import type { BodyRefusal } from './read-body.ts';

/** The world as the handlers of webhooks see it. */
export interface WebhookPorts {
  deliveries: EventQueue;
  logger: Logger;
  metrics: BotMetrics;
  /** Since 1970. */
  nowMs(): number;
  /** How long the log may take: less than the sender waits. */
  appendWithinMs: number;
}

/** The sender is asked to come again. */
export class LogOutOfReach extends Error {
  override readonly name = 'LogOutOfReach';
  /** Status of the answer. */
  readonly status = 503;
}

/**
 * Waits until it is stored, as long as the sender can wait.
 * @throws LogOutOfReach
 */
export async function storeSoon(
  { appendWithinMs, logger, metrics }: WebhookPorts,
  store: () => Promise<unknown>,
): Promise<void> {
  try {
    await unlessAborted(AbortSignal.timeout(appendWithinMs), store());
  } catch (error) {
    metrics.webhooks.add(1, { outcome: 'log-down' });
    logger.log('error', 'the log of deliveries takes nothing', { why: formatInOneLine(error) });
    throw new LogOutOfReach('the log of deliveries is out of reach', { cause: error });
  }
}

const warnEveryMs = 60_000;

/** Anyone who finds the address can make us refuse: a line a minute is enough to find a wrong secret. */
export function createRefusalTeller(
  { logger, metrics, nowMs }: WebhookPorts,
  message: string,
): (status: number, why: string) => void {
  let lastMs = -Infinity;
  return (status, why) => {
    if (status !== 503) metrics.webhooks.add(1, { outcome: 'refused' });
    if (nowMs() - lastMs < warnEveryMs) return;
    lastMs = nowMs();
    logger.log('warn', message, { status, why });
  };
}

export function isAtPath({ url = '' }: IncomingMessage, path: string): boolean {
  return url.split('?', 1)[0]?.replace(/\/+$/, '') === path;
}

export const onlyJson: BodyRefusal = { status: 415, text: 'only application/json' };

/** Requests that no platform sends are not read. */
export function refuseByHead({ method, headers }: IncomingMessage): BodyRefusal | undefined {
  if (method !== 'POST') return { status: 405, text: 'only POST' };
  const isJson = /^\s*application\/json\s*(;|$)/i.test(headers['content-type'] ?? '');
  return isJson ? undefined : onlyJson;
}
