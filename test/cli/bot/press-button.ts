import type { AppGithub } from './app-github.ts';
import { startPerigee } from './start-perigee.ts';

/** Sets up as a person does: opens the page, presses its button, and comes back. */
export async function setUp(folder: string, github: AppGithub, ...args: string[]) {
  const perigee = startPerigee(folder, ['bot', 'setup', '--host', github.url, ...args]);
  const [page = ''] = await perigee.find(/http:\/\/127\.0\.0\.1:\d+\//);
  const answer = await submitForm(await (await fetch(page)).text());
  return { ...(await perigee.ended), page: await answer.text(), pageStatus: answer.status };
}

/** What a browser does with the form of a page. */
async function submitForm(page: string): Promise<Response> {
  const unescape = (text: string): string =>
    text.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&amp;', '&');
  const action = /<form action="([^"]+)" method="post">/.exec(page)?.[1] ?? '';
  const manifest = /name="manifest" value="([^"]+)"/.exec(page)?.[1] ?? '';
  const body = new URLSearchParams({ manifest: unescape(manifest) });
  return fetch(unescape(action), { method: 'POST', body });
}
