import type { IncomingMessage, ServerResponse } from 'node:http';
import { createNodeMiddleware, Probot, ProbotOctokit } from 'probot';
import { createBodyBudget, readBody } from './read-body.ts';
import { LogOutOfReach } from './store-soon.ts';
import { type IntakePorts, takeWebhook } from './take-webhook.ts';
import { createRefusalTeller } from './tell-refusals.ts';

export interface DoorSettings {
  appId: number;
  /** PEM. */
  privateKey: string;
  webhookSecret: string;
  apiUrl: string;
}

export interface Door {
  /** @returns false when the address is not that of the webhooks, and nothing was answered */
  answer(request: IncomingMessage, response: ServerResponse): Promise<boolean>;
}

export const webhooksPath = '/api/github/webhooks';
/** GitHub sends no more. */
const maxBodyBytes = 25 * 1024 * 1024;
const maxBytesAtOnce = 3 * maxBodyBytes;

/** Where GitHub delivers its webhooks. Probot judges the signature; what is signed goes into the log. */
export async function openDoor(settings: DoorSettings, ports: IntakePorts): Promise<Door> {
  const probot = new Probot({
    appId: settings.appId,
    privateKey: settings.privateKey,
    secret: settings.webhookSecret,
    baseUrl: settings.apiUrl,
    // What it logs may hold whole payloads; what matters is logged here.
    logLevel: 'fatal',
    logFormat: 'json',
    // Nothing is asked through this one: it is made anew for each webhook, so it shall cost nothing.
    Octokit: ProbotOctokit.defaults({ retry: { enabled: false }, throttle: { enabled: false } }),
  });
  const middleware = await createNodeMiddleware(
    (app) => {
      app.onAny(async ({ name, id, payload }) => {
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
  const budget = createBodyBudget(maxBytesAtOnce);
  const tellRefusal = createRefusalTeller(ports, 'refuses a webhook');
  return {
    answer: async (request, response) => {
      if (!isForUs(request)) return false;
      if (isWorthReading(request)) {
        const body = await readBody(request, maxBodyBytes, budget).catch(() => undefined);
        // Nobody is there any more.
        if (body === undefined) return true;
        if (body.kind === 'body') Object.assign(request, { body: body.text });
        else refuse(response, body.kind === 'too-large' ? 413 : 503);
      } else if (
        request.headers['x-hub-signature-256'] !== undefined &&
        !hasPlainHeaders(request)
      ) {
        refuse(response, 400);
      }
      if (!response.headersSent) await middleware(request, response);
      const { statusCode: status } = response;
      if (status >= 400) tellRefusal(status, explainRefusal(status));
      return true;
    },
  };
}

function isForUs({ url = '' }: IncomingMessage): boolean {
  return url.split('?', 1)[0]?.replace(/\/+$/, '') === webhooksPath;
}

/** All else is refused by its headers alone. */
function isWorthReading(request: IncomingMessage): boolean {
  const { method, headers } = request;
  const isJson = /^\s*application\/json\s*(;|$)/i.test(headers['content-type'] ?? '');
  return method === 'POST' && isJson && hasPlainHeaders(request);
}

function hasPlainHeaders({ headers }: IncomingMessage): boolean {
  const plain: Readonly<Record<string, RegExp>> = {
    'x-github-event': /^[a-z_]{1,100}$/,
    'x-github-delivery': /^[\w.-]{1,100}$/,
    'x-hub-signature-256': /^sha256=[0-9a-f]{64}$/,
  };
  return Object.entries(plain).every(([name, form]) => form.test(String(headers[name] ?? '')));
}

function refuse(response: ServerResponse, status: number): void {
  const retry = status === 503 ? { 'retry-after': '10' } : {};
  response.writeHead(status, { 'content-type': 'text/plain', connection: 'close', ...retry });
  response.end(status === 413 ? 'too large\n' : status === 503 ? 'busy\n' : 'strange headers\n');
}

function explainRefusal(status: number): string {
  return status === 400 ? 'was it signed with bot.webhookSecret?' : 'see the status';
}
