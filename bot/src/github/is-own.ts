import type { DataOf } from '../../../src/transport/github/routes.ts';
import type { Fields } from '../../../src/transport/rest/fields.ts';

/** Who we are for GitHub. */
export interface OwnApp {
  appId: number;
  slug: string;
}

/** Who wrote a comment or an issue, as far as GitHub says. */
export interface Author {
  /** The id of the app that it was written by, or with. */
  app: number | undefined;
  isBot: boolean;
  login: string | undefined;
}

type Written =
  | DataOf<'GET /repos/{owner}/{repo}/issues/comments/{comment_id}'>
  | DataOf<'GET /repos/{owner}/{repo}/issues/{issue_number}'>;

export function readAuthor(document: Fields<Written>): Author {
  return {
    app: document.optionalWhole('performed_via_github_app.id'),
    isBot: document.optionalText('user.type') === 'Bot',
    login: document.optionalText('user.login'),
  };
}

/** Whether it is any app. Of what people write nothing has to be kept. */
export function isOfApp({ isBot, login }: Author): boolean {
  return isBot || login?.toLowerCase().endsWith('[bot]') === true;
}

/**
 * Whether it is our app. Where GitHub says by which app it was written, that counts, even when the app has
 * another name by now; it may say so of people too, who are no bots. Where it does not say it, the login counts:
 * no person can have one with brackets.
 */
export function isOwn({ app, isBot, login }: Author, { appId, slug }: OwnApp): boolean {
  if (app !== undefined) return app === appId && isBot;
  return login?.toLowerCase() === `${slug}[bot]`.toLowerCase();
}
