import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { createGunzip, gunzip } from 'node:zlib';
import type { ExplorerAnswer } from '../explorer-process.ts';
import { renderShell } from '../../../report/html-shell.ts';
import { html, trustMarkup } from '../../../report/html-text.ts';
import type { Problem } from '../answers.ts';
import { takesGzip } from './read-request.ts';

/** An answer of the process, or one of our own. */
export type Sent = ExplorerAnswer & { text?: string };

/** For a reader without gzip an answer is unpacked as fast as they read: it may be large, and they slow. */
export function sendAnswer(
  { headers, method }: Pick<IncomingMessage, 'headers' | 'method'>,
  response: ServerResponse,
  { body, etag, status, text }: Sent,
): void {
  const isPacked = takesGzip(headers['accept-encoding']);
  const kind = status < 400 ? 'json' : 'problem+json';
  response.writeHead(status, {
    ...(status === 304 ? {} : { 'content-type': `application/${kind}; charset=utf-8` }),
    ...(body !== undefined && isPacked ? { 'content-encoding': 'gzip' } : {}),
    ...(etag === undefined ? {} : { etag }),
    ...(status === 405 ? { allow: 'GET, HEAD' } : {}),
    // Others on the way may not keep it, and the reader asks whether it is still so.
    'cache-control': status < 400 ? 'private, no-cache' : 'no-store',
    vary: 'accept-encoding',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  });
  if (method === 'HEAD' || status === 304) response.end();
  else if (body === undefined || isPacked) response.end(body ?? text);
  else {
    const unpacked = createGunzip();
    response.once('close', () => unpacked.destroy());
    unpacked.pipe(response);
    unpacked.end(body);
  }
}

const whereToRead = html`<p>
  This is the dashboard of Perigee. docs/service.md, “Let people see the dashboard”, says who may
  read it and how they sign in.
</p>`;

/** The page that a browser shows instead of one that it may not open: the same words as for programs. */
export function sendProblemPage(
  response: ServerResponse,
  { detail, status, title }: Pick<Problem, 'detail' | 'status' | 'title'>,
): void {
  const page = renderShell({
    title: `${title} · Perigee`,
    policy: [],
    head: trustMarkup(''),
    body: html`<main>
      <h1>${title}</h1>
      <p>${detail}</p>
      ${status === 403 ? whereToRead : ''}
    </main>`,
  });
  response.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    vary: 'accept',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  });
  response.end(page);
}

export async function unpack<T>(packed: Uint8Array): Promise<T> {
  return JSON.parse((await promisify(gunzip)(packed)).toString('utf8')) as T;
}
