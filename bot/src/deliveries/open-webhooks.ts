import pLimit from 'p-limit';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { createNodeMiddleware, Probot, ProbotOctokit } from 'probot';
import type { Webhook } from '../../../src/contract/documents.ts';
import {
  describeDefaults,
  limitRequests,
  type OctokitParts,
} from '../../../src/transport/github/open-octokit.ts';
import { Refused } from '../../../src/transport/platform-errors.ts';
import { type AnyDelivery, keyDelivery } from './delivery.ts';
import { writeMessage, writeUnread } from './message.ts';
import {
  type WebhookPorts,
  LogOutOfReach,
  storeSoon,
  createRefusalTeller,
  isAtPath,
  onlyJson,
  refuseByHead,
} from './ports.ts';
import { blockBytes, type BodyRefusal, type BodyRoom, usualPace, useBody } from './read-body.ts';
import { findHeard, heardEvents, readDelivery } from './read-delivery.ts';

export interface WebhookSettings {
  appId: number;
  /** PEM. */
  privateKey: string;
  webhookSecret: string;
  github: OctokitParts;
}

export interface WebhookHandler {
  /** @returns false when the address is not that of the webhooks, and nothing was answered */
  answer(request: IncomingMessage, response: ServerResponse): Promise<boolean>;
}

export const webhooksPath = '/api/github/webhooks';
/** GitHub sends no more. */
const maxBodyBytes = 25 * 1024 * 1024;
/** Larger bodies are parsed one at a time, so that two of the largest are never in memory at once. */
const largeBytes = 1024 * 1024;

/**
 * Receives GitHub's webhooks. In front of Probot stand limits of size, time and memory; Probot judges the signature and
 * calls us for the events that we listen to, and these go into the log.
 * @param room shared with other readers of bodies
 */
export async function openWebhooks(
  settings: WebhookSettings,
  ports: IntakePorts,
  room: BodyRoom,
): Promise<WebhookHandler> {
  const { github } = settings;
  const probot = new Probot({
    appId: settings.appId,
    privateKey: settings.privateKey,
    secret: settings.webhookSecret,
    // Probot's log may hold whole payloads; we log what matters.
    logLevel: 'fatal',
    logFormat: 'json',
    // No handler asks GitHub through its context: answers are worked out later, from what is true then.
    Octokit: ProbotOctokit.plugin((octokit) => limitRequests(octokit, github)).defaults(
      describeDefaults(github),
    ),
  });
  const middleware = await createNodeMiddleware(
    (app) => {
      app.onAny(async ({ name, payload }) => {
        if (findHeard({ name, payload }) === undefined)
          ports.metrics.webhooks.add(1, { outcome: 'not-for-us' });
      });
      app.on(heardEvents, async ({ name, id, payload }) => {
        try {
          await takeWebhook({ name, id, payload }, ports);
        } catch (error) {
          if (!(error instanceof LogOutOfReach)) {
            ports.logger.log('error', 'a webhook could not be taken', { event: name, id, error });
          }
          throw error;
        }
      });
    },
    { probot, webhooksPath },
  );
  const logRefusal = createRefusalTeller(ports, 'refuses a webhook');
  const largeInTurn = pLimit(1);
  const take = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const byHead = refuseStrange(request);
    if (byHead !== undefined) {
      refuse(response, byHead);
      return;
    }
    const handle = async (parts: readonly Buffer[]): Promise<void> => {
      Object.assign(request, { body: Buffer.concat(parts).toString('utf8') });
      await middleware(request, response);
    };
    const limits = { maxBytes: maxBodyBytes, room, pace: usualPace };
    const used = await useBody([request, response], limits, (parts) =>
      parts.length * blockBytes <= largeBytes ? handle(parts) : largeInTurn(() => handle(parts)),
    );
    if (used.kind === 'refused') refuse(response, used.refusal);
  };
  return {
    answer: async (request, response) => {
      if (!isAtPath(request, webhooksPath)) return false;
      await take(request, response);
      const { headersSent, statusCode: status } = response;
      if (headersSent && status >= 400) logRefusal(status, explainRefusal(status));
      return true;
    },
  };
}

/** Requests that GitHub never sends are not read. */
function refuseStrange(request: IncomingMessage): BodyRefusal | undefined {
  const byHead = refuseByHead(request);
  if (byHead !== undefined) return byHead;
  const { headers } = request;
  if (headers['content-encoding'] !== undefined) return onlyJson;
  return hasPlainHeaders(headers) ? undefined : { status: 400, text: 'strange headers' };
}

function hasPlainHeaders(headers: IncomingHttpHeaders): boolean {
  const plain: Readonly<Record<string, RegExp>> = {
    'x-github-event': /^[a-z_]{1,100}$/,
    'x-github-delivery': /^[\w.-]{1,100}$/,
    'x-hub-signature-256': /^sha256=[0-9a-f]{64}$/,
  };
  return Object.entries(plain).every(([name, form]) => form.test(String(headers[name] ?? '')));
}

/** The rest of a long request is not waited for. */
function refuse(response: ServerResponse, { status, text }: BodyRefusal): void {
  const { complete, headers } = response.req;
  const isStalled = status === 408 || status === 503;
  const isShort = Number(headers['content-length'] ?? Infinity) <= blockBytes;
  response.writeHead(status, {
    'content-type': 'text/plain',
    ...(complete || (isShort && !isStalled) ? {} : { connection: 'close' }),
    ...(status === 503 ? { 'retry-after': '10' } : {}),
  });
  response.end(`${text}\n`);
}

function explainRefusal(status: number): string {
  return status === 400 ? 'was it signed with bot.webhookSecret?' : 'see the status';
}

interface IntakePorts extends WebhookPorts {
  appId: number;
}

/** A letter with more bytes than this could not be put where messages have a bound. */
const longestLetter = 900_000;

/**
 * Takes a webhook whose signature was right. When it resolves, its message is in the log for good, or it
 * lies among the dead letters, or it was nothing for us.
 * @throws LogOutOfReach GitHub shows the delivery as failed, and it is asked for again by the next sweep
 */
async function takeWebhook(webhook: Webhook, ports: IntakePorts): Promise<void> {
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
  const bytes = Buffer.byteLength(whole);
  const value =
    bytes <= longestLetter
      ? whole
      : writeUnread({ ...webhook, payload: `${bytes} bytes` }, receivedAt);
  const message = { key: '', value, position: `webhook/${webhook.id}`, receivedAtMs: nowMs() };
  await storeSoon(ports, () => deliveries.deadLetters.put({ message, reason, source: 'webhooks' }));
  metrics.deadLetters.add(1, { reason: 'webhook' });
  logger.log('warn', 'put a webhook aside', { event: webhook.name, id: webhook.id, why: reason });
}
