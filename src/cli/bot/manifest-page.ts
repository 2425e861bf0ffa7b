import { html, type Markup, trustMarkup } from '../../report/html-text.ts';
import { neededEvents, neededPermissions } from './app-rights.ts';
import type { Manifest } from './manifest.ts';

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
export function renderManifestPage(manifest: Manifest, target: string): string {
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
export function renderMadePage(name: string, installUrl: string): string {
  return page(
    'The app is there',
    html`<p>
        <strong>${name}</strong> was made, and its key is on this machine. Now
        <a href="${installUrl}">install it</a> where the pull requests are.
      </p>
      <p>The terminal says the rest.</p>`,
  );
}

export function renderRefusal(message: string): string {
  return page('This did not work', html`<p>${message}</p>`);
}
