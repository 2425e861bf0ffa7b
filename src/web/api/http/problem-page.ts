import type { ServerResponse } from 'node:http';
import { renderShell } from '../../../report/html-shell.ts';
import { html, trustMarkup } from '../../../report/html-text.ts';
import type { Problem } from '../answers.ts';

const whereToRead = html`<p>
  This is the dashboard of Perigee. docs/service.md, “Let people see the dashboard”, says who may
  read it and how they sign in.
</p>`;

/** What a browser shows instead of a page that it may not open: the same words as for programs. */
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
