import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { parseJson } from '../../../../src/contract/json-text.ts';
import { UserError } from '../../../../src/contract/user-error.ts';
import { Refused } from '../../../../src/transport/platform-errors.ts';
import { keyDelivery } from '../delivery.ts';
import { writeMessage } from '../message.ts';
import type { WebhookHandler } from '../open-webhooks.ts';
import {
  type WebhookPorts,
  LogOutOfReach,
  storeSoon,
  createRefusalTeller,
  isAtPath,
  refuseByHead,
} from '../ports.ts';
import { type BodyRoom, usualPace, useBody } from '../read-body.ts';
import { judgeSender } from './judge-sender.ts';
import { readBuild } from './read-build.ts';

export const buildkitePath = '/api/buildkite/webhooks';
/** Variables and meta-data of a build are in it. */
const maxBodyBytes = 5 * 1024 * 1024;
const limits = { maxCharacters: maxBodyBytes, maxDepth: 64, maxValues: 500_000 };

interface Answer {
  status: number;
  /** One line. */
  text: string;
}

/**
 * Receives Buildkite's announcements of builds. The message is in the log when it is answered, reduced to which build
 * to look at.
 * @param token that Buildkite sends or signs with; without one nothing is taken
 * @param room shared with other readers of bodies
 */
export function openBuildkiteWebhooks(
  token: string | undefined,
  ports: WebhookPorts,
  room: BodyRoom,
): WebhookHandler {
  const logRefusal = createRefusalTeller(ports, 'refuses a webhook of Buildkite');
  return {
    answer: async (request, response) => {
      if (!isAtPath(request, buildkitePath)) return false;
      const answer = await take([request, response], token, room, ports);
      // The client is gone.
      if (answer === undefined) return true;
      const { status, text } = answer;
      if (status >= 400) logRefusal(status, text);
      response.writeHead(status, {
        'content-type': 'text/plain; charset=utf-8',
        // A refused request may not have been read to its end.
        ...(status >= 400 ? { connection: 'close' } : {}),
        ...(status === 503 ? { 'retry-after': '10' } : {}),
      });
      response.end(`${text}\n`);
      return true;
    },
  };
}

/** @returns undefined when the connection was cut */
async function take(
  [request, response]: readonly [IncomingMessage, ServerResponse],
  token: string | undefined,
  room: BodyRoom,
  ports: WebhookPorts,
): Promise<Answer | undefined> {
  if (token === undefined) return { status: 404, text: 'bot.buildkite.webhookToken is not set' };
  const byHead = refuseByHead(request);
  if (byHead !== undefined) return byHead;
  const sender = judgeSender(request.headers, token, ports.nowMs());
  // A sender that cannot have the token is ignored.
  if (sender.kind === 'refused') return { status: 401, text: sender.why };
  const used = await useBody(
    [request, response],
    { maxBytes: maxBodyBytes, room, pace: usualPace },
    async (parts): Promise<Answer> => {
      const body = Buffer.concat(parts);
      return sender.kind === 'signed' && !sender.isBy(body)
        ? { status: 401, text: 'it was not signed with bot.buildkite.webhookToken' }
        : takeBody(body.toString('utf8'), ports);
    },
  );
  if (used.kind === 'cut') return undefined;
  return used.kind === 'used' ? used.value : used.refusal;
}

/** Stores what an honest sender tells. */
async function takeBody(text: string, ports: WebhookPorts): Promise<Answer> {
  const { metrics, logger, nowMs } = ports;
  try {
    const build = readBuild(parseJson(text, 'the webhook of Buildkite', limits));
    if (build === undefined) {
      metrics.webhooks.add(1, { outcome: 'not-for-us' });
      return { status: 200, text: 'nothing for us' };
    }
    // Buildkite gives its webhooks no name. What is sent again has the same.
    const id = `buildkite-${createHash('sha256').update(text).digest('hex').slice(0, 32)}`;
    const delivery = { id, receivedAt: new Date(nowMs()).toISOString(), build };
    const message = { key: keyDelivery(delivery), value: writeMessage(delivery) };
    await storeSoon(ports, () => ports.deliveries.appendRaw(message));
    metrics.webhooks.add(1, { outcome: 'taken' });
    return { status: 200, text: 'ok' };
  } catch (error) {
    if (error instanceof LogOutOfReach) return { status: error.status, text: error.message };
    if (error instanceof Refused) return { status: 400, text: error.message };
    if (error instanceof UserError) return { status: 400, text: 'not JSON, or too deep' };
    logger.log('error', 'a webhook of Buildkite could not be taken', { error });
    throw error;
  }
}
