import type { Webhook } from '../../../src/contract/documents.ts';
import { parseDocument } from '../../../src/contract/validate.ts';
import type { AnyDelivery, UnreadWebhook } from './delivery.ts';
import { readDelivery } from './read-delivery.ts';

const head = { schema: 'perigee/delivery', version: 1 };
/** A comment has at most 65,536 characters, each of at most six in JSON. */
const limits = { maxCharacters: 1_000_000, maxDepth: 64, maxValues: 100_000 };

/** A delivery as the log has it. */
export function writeMessage(delivery: AnyDelivery): string {
  return JSON.stringify({ ...head, ...delivery });
}

/** A webhook that could not be read. As a dead letter that is replayed it is tried again. */
export function writeUnread(webhook: Webhook, receivedAt: string): string {
  return JSON.stringify({ ...head, receivedAt, webhook });
}

/**
 * Reads a message of the log. Others may write there too, so nothing in it is believed.
 * @returns undefined when it is nothing for us
 * @throws UserError, Refused when it can never be read
 */
export function readMessage(
  text: string,
  position: string,
  appId: number,
): AnyDelivery | undefined {
  const document = parseDocument('delivery', text, `the message ${position}`, limits);
  const { schema: _schema, version: _version, ...rest } = document;
  // The schema lets nothing pass that is none of them.
  const told = rest as AnyDelivery | UnreadWebhook;
  if (!('webhook' in told)) return told;
  return readDelivery(told.webhook, { appId, receivedAt: told.receivedAt });
}
