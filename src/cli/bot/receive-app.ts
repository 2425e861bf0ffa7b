import { randomBytes, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { UserError } from '../../contract/user-error.ts';
import { html, type Markup, trustMarkup } from '../../report/html-text.ts';
import { neededEvents, neededPermissions } from './app-rights.ts';
import type { Manifest } from './manifest.ts';

/** GitHub's code is good for an hour. */
export const patienceMs = 3_600_000;
const goodbyeMs = 1000;

/** An app as it came back from GitHub. */
export interface MadeApp {
  id: number;
  name: string;
  /** Its page: `https://github.com/apps/NAME`. */
  url: string;
  privateKey: string;
  webhookSecret: string;
}

export interface ReceiveRequest {
  /** GitHub's page for new apps. */
  newAppUrl: string;
  /** 0: any that is free. */
  port: number;
  describe(redirectUrl: string): Manifest;
  /** Exchanges the code for the app, and keeps it. What it throws is shown, and ends the setup. */
  complete(code: string): Promise<MadeApp>;
  /** Called when the page can be opened. */
  tell(url: string): void;
  patienceMs?: number;
}

/**
 * Serves one page on this machine which sends the manifest to GitHub, and waits until GitHub sends the browser back
 * with a code. No other page can end it: the way back carries a number drawn for this setup.
 * @throws UserError if the browser did not return in time, and whatever `complete` throws
 */
export async function receiveApp(request: ReceiveRequest): Promise<MadeApp> {
  const state = randomBytes(24).toString('base64url');
  const { promise, resolve, reject } = Promise.withResolvers<MadeApp>();
  let completing: Promise<MadeApp> | undefined;
  const complete = (url: URL, response: ServerResponse): void => {
    // A page that is loaded twice must not use up the code twice.
    completing ??= request.complete(url.searchParams.get('code') ?? '');
    completing.then(
      (app) => {
        answer(response, 200, renderMadePage(app.name, `${app.url}/installations/new`));
        response.once('close', () => resolve(app));
      },
      (error: unknown) => {
        const message = error instanceof UserError ? error.message : 'a defect of Perigee';
        answer(response, 502, renderRefusal(message));
        response.once('close', () => reject(error));
      },
    );
  };
  const server = createServer((message, response) => {
    const url = readAddress(message);
    const refusal = url?.pathname === '/made' ? judgeReturn(url, state) : undefined;
    if (url === undefined) answer(response, 404, renderRefusal('There is no such page.'));
    else if (refusal !== undefined) answer(response, 400, renderRefusal(refusal));
    else if (url.pathname === '/made') complete(url, response);
    else {
      const manifest = request.describe(`${url.origin}/made`);
      answer(response, 200, renderManifestPage(manifest, addState(request, state)));
    }
  });
  const patience = request.patienceMs ?? patienceMs;
  const timer = setTimeout(() => reject(giveUp(patience)), patience);
  try {
    await listen(server, request.port);
    const { port } = server.address() as AddressInfo;
    request.tell(`http://127.0.0.1:${port}/`);
    return await promise;
  } finally {
    clearTimeout(timer);
    server.close();
    // Pending answers go out; a browser may hold an empty connection for longer.
    setTimeout(() => server.closeAllConnections(), goodbyeMs).unref();
  }
}

async function listen(server: ReturnType<typeof createServer>, port: number): Promise<void> {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening').catch((cause: unknown) => {
    throw new UserError({
      where: '--port',
      seen: `port ${port} is not available (${(cause as NodeJS.ErrnoException).code ?? 'unknown'})`,
      expected: 'a free port of this machine',
      remedy: 'name another, or leave it out for any free one',
      cause,
    });
  });
}

/** Only as this machine: a foreign name that leads here would let its page read ours. */
function readAddress({ method, url = '/', headers }: IncomingMessage): URL | undefined {
  const host = headers.host ?? '';
  if (method !== 'GET' || !/^(127\.0\.0\.1|localhost)(:\d+)?$/.test(host)) return undefined;
  const address = URL.canParse(url, `http://${host}`) ? new URL(url, `http://${host}`) : undefined;
  return address !== undefined && ['/', '/made'].includes(address.pathname) ? address : undefined;
}

function addState({ newAppUrl }: ReceiveRequest, state: string): string {
  const url = new URL(newAppUrl);
  url.searchParams.set('state', state);
  return url.href;
}

/** @returns what is wrong with the way back from GitHub */
function judgeReturn(url: URL, state: string): string | undefined {
  const given = Buffer.from(url.searchParams.get('state') ?? '');
  const wanted = Buffer.from(state);
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) {
    return 'This does not come from the page that the terminal named. Open that one, and start there.';
  }
  const code = url.searchParams.get('code') ?? '';
  return /^[\w-]{1,200}$/.test(code) ? undefined : 'GitHub sent no code. Start again.';
}

function answer(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
    connection: 'close',
  });
  response.end(text);
}

function giveUp(waitedMs: number): UserError {
  return new UserError({
    seen: `the browser did not come back from GitHub within ${Math.round(waitedMs / 60_000)} minutes`,
    expected: 'the app to be created in the browser',
    remedy: 'start again; an app that was made meanwhile can be deleted on GitHub',
  });
}

const style = trustMarkup(
  'body{font:16px/1.5 system-ui,sans-serif;max-width:44rem;margin:3rem auto;padding:0 1rem}' +
    'td,th{text-align:left;padding:.15rem 1rem .15rem 0;vertical-align:top}' +
    'button{font:inherit;padding:.5rem 1.2rem;cursor:pointer}code{font-size:.95em}',
);

function page(title: string, body: Markup): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <meta name="color-scheme" content="light dark" />
        <title>${title}</title>
        <style>
          ${style}
        </style>
      </head>
      <body>
        <h1>${title}</h1>
        ${body}
      </body>
    </html> `.text;
}

/**
 * Shows what is going to be made and hands it to GitHub when the person says so.
 * @param target GitHub's page for new apps, with the state
 */
function renderManifestPage(manifest: Manifest, target: string): string {
  const permissions = neededPermissions.map(
    ({ name, level, why }) =>
      html`<tr>
        <td><code>${name}</code></td>
        <td>${level}</td>
        <td>${why}</td>
      </tr>`,
  );
  const events = neededEvents.map(({ name }) => html` <code>${name}</code>`);
  return page(
    'Set up the Perigee bot',
    html`<p>
        GitHub will make an app of this. You can change its name there; it belongs to you, and so do
        its key and its secret, which come back to this machine alone.
      </p>
      <table>
        <tr>
          <th>Name</th>
          <td>${manifest.name}</td>
        </tr>
        <tr>
          <th>Webhooks go to</th>
          <td><code>${manifest.hook_attributes.url}</code></td>
        </tr>
      </table>
      <h2>What it may do</h2>
      <table>
        ${permissions}
      </table>
      <p>It is told of:${events}</p>
      <form action="${target}" method="post">
        <input type="hidden" name="manifest" value="${JSON.stringify(manifest)}" />
        <button>Create it on GitHub</button>
      </form>`,
  );
}

/** @param installUrl where the app is installed */
function renderMadePage(name: string, installUrl: string): string {
  return page(
    'The app is there',
    html`<p>
        <strong>${name}</strong> was made, and its key is on this machine. Now
        <a href="${installUrl}">install it</a> where the pull requests are.
      </p>
      <p>The terminal says the rest.</p>`,
  );
}

function renderRefusal(message: string): string {
  return page('This did not work', html`<p>${message}</p>`);
}
