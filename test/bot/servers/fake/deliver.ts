import { createHmac, randomUUID } from 'node:crypto';
import { nextId, type FakeDelivery, type GithubState } from './state.ts';

export interface SentWebhook {
  /** 0 where nobody listened. */
  status: number;
  text: string;
}

/** Sends a webhook as GitHub does: signed, with the headers that it has. Notes nothing. */
export async function sendWebhook(
  target: { url: string; secret: string },
  webhook: { event: string; guid: string; payload: unknown },
  /** To send what GitHub would not. */
  headers: Record<string, string> = {},
): Promise<SentWebhook> {
  const body = JSON.stringify(webhook.payload);
  const signature = createHmac('sha256', target.secret).update(body).digest('hex');
  try {
    const response = await fetch(target.url, {
      method: 'POST',
      body,
      headers: {
        'content-type': 'application/json',
        'user-agent': 'GitHub-Hookshot/044aadd',
        'x-github-event': webhook.event,
        'x-github-delivery': webhook.guid,
        'x-hub-signature-256': `sha256=${signature}`,
        ...headers,
      },
      // GitHub waits for ten seconds; a busy machine may need more.
      signal: AbortSignal.timeout(120_000),
    });
    return { status: response.status, text: await response.text() };
  } catch {
    return { status: 0, text: '' };
  }
}

/**
 * Tells the app of an event and notes in its list of deliveries how that went.
 * @param payload without the installation, which is added
 */
export async function deliver(
  state: GithubState,
  { event, payload }: { event: string; payload: Record<string, unknown> },
  guid: string = randomUUID(),
): Promise<FakeDelivery> {
  const repository = payload['repository'] as { id: number; owner: { login: string } } | undefined;
  const owner = repository?.owner.login;
  const installation = state.installations.find(({ account }) => account === owner);
  const whole =
    installation === undefined
      ? payload
      : { ...payload, installation: { id: installation.id, node_id: 'MDIz' } };
  return send(state, {
    ...{ id: nextId(state), guid, event, payload: whole, redelivery: false, statusCode: 0 },
    ...{ deliveredAtMs: state.nowMs(), action: (payload['action'] as string | undefined) ?? null },
    ...{ repositoryId: repository?.id ?? null, installationId: installation?.id ?? null },
  });
}

/** A redelivery has an id of its own, and the guid of the first one. */
export function redeliver(state: GithubState, delivery: FakeDelivery): Promise<FakeDelivery> {
  const own = { id: nextId(state), redelivery: true, deliveredAtMs: state.nowMs() };
  return send(state, { ...delivery, ...own });
}

async function send(state: GithubState, delivery: FakeDelivery): Promise<FakeDelivery> {
  const sent =
    state.webhook === undefined ? { status: 0 } : await sendWebhook(state.webhook, delivery);
  const noted = { ...delivery, statusCode: sent.status };
  state.deliveries.push(noted);
  return noted;
}
