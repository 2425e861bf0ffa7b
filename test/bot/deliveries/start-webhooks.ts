import { createHmac, generateKeyPairSync } from 'node:crypto';
import { openWebhooks, webhooksPath } from '../../../bot/src/deliveries/open-webhooks.ts';
import type { EventQueue } from '../../../src/transport/eventlog/event-log.ts';
import { createSender } from '../../../src/transport/rest/sender.ts';
import { serveDoor } from './serve-webhooks.ts';

export const secret = 'signed-with-this';
export const { privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
});

/** As GitHub signs it. */
export function sign(body: string, key = secret): string {
  return `sha256=${createHmac('sha256', key).update(body).digest('hex')}`;
}

export function makeHeaders(name: string, id: string, body: string): Record<string, string> {
  return {
    ...{ 'content-type': 'application/json', 'x-github-event': name },
    ...{ 'x-github-delivery': id, 'x-hub-signature-256': sign(body) },
  };
}

/** The door of GitHub. */
export async function startDoor(
  change: (queue: EventQueue) => EventQueue = (queue) => queue,
  appendWithinMs?: number,
) {
  const sender = createSender({ service: 'GitHub', headers: {}, maxBodyBytes: 2 ** 20 });
  const github = { apiUrl: 'http://127.0.0.1:1', sender };
  const settings = { appId: 12, privateKey, webhookSecret: secret, github };
  const served = await serveDoor({
    ...{ path: webhooksPath, change, appendWithinMs },
    open: (ports, room) => openWebhooks(settings, { ...ports, appId: 12 }, room),
  });
  return {
    ...served,
    /** @returns the status of the answer */
    send: async (name: string, payload: unknown, id = 'guid'): Promise<number> => {
      const body = JSON.stringify(payload);
      return (await served.post(body, makeHeaders(name, id, body))).status;
    },
  };
}
