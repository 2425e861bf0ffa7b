import type { Fields } from '../../../src/transport/rest/fields.ts';

/** Who we are for GitHub. */
export interface OwnApp {
  appId: number;
  slug: string;
}

/**
 * Whether a comment or issue is by our app. Where GitHub says by which app it was written, that counts, even
 * when the app has another name by now; it may say so of people too, who are no bots. Where it does not say
 * it, the login counts: no person can have one with brackets.
 */
export function isOwn(document: Fields, { appId, slug }: OwnApp): boolean {
  const via = document.optionalWhole('performed_via_github_app.id');
  if (via !== undefined) return via === appId && document.optionalText('user.type') === 'Bot';
  const login = document.optionalText('user.login');
  return login?.toLowerCase() === `${slug}[bot]`.toLowerCase();
}
