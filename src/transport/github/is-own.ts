import type { Fields } from '../rest/fields.ts';
import type { DataOf } from './routes.ts';

/** Who we are for GitHub: an app, or whoever a token belongs to. */
export type Self = OwnApp | { login: string };

export interface OwnApp {
  appId: number;
  slug: string;
}

type Written =
  | DataOf<'GET /repos/{owner}/{repo}/issues/comments/{comment_id}'>
  | DataOf<'GET /repos/{owner}/{repo}/issues/{issue_number}'>;

/**
 * Whether we wrote a comment or an issue. Where GitHub says by which app it was written, that counts, even when the
 * app has another name by now; it may say so of people too, who are no bots. Where it does not say it, the login
 * counts: no person can have one with brackets.
 */
export function isOwn(document: Fields<Written>, self: Self): boolean {
  const login = document.optionalText('user.login');
  if ('login' in self) return login === self.login;
  const app = document.optionalWhole('performed_via_github_app.id');
  if (app !== undefined) return app === self.appId && document.optionalText('user.type') === 'Bot';
  return login?.toLowerCase() === `${self.slug}[bot]`.toLowerCase();
}
