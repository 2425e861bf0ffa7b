import { html, type Markup } from './html-text.ts';

export interface Shell {
  title: string;
  /** Permissions of the page, as directives of a content security policy. */
  policy: readonly string[];
  /** Styles, and scripts that load. */
  head: Markup;
  body: Markup;
}

/** The frame of every page of Perigee: it loads nothing that the policy does not name, and fits a phone. */
export function renderShell({ title, policy, head, body }: Shell): string {
  const rules = ["default-src 'none'", ...policy, "base-uri 'none'", "form-action 'none'"];
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content="${rules.join('; ')}" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="referrer" content="no-referrer" />
        <meta name="color-scheme" content="light dark" />
        <title>${title}</title>
        ${head}
      </head>
      <body>
        ${body}
      </body>
    </html> `.text;
}
