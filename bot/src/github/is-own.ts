import type { Fields } from '../../../src/transport/rest/fields.ts';

/** Who we are for GitHub. */
export interface OwnApp {
  appId: number;
  slug: string;
}

/**
 * Whether a comment or issue is by our app. Nobody else can have the login of a bot; where GitHub says by
 * which app it was written, that has to be ours as well.
 */
export function isOwn(document: Fields, { appId, slug }: OwnApp): boolean {
  const via = document.optionalWhole('performed_via_github_app.id');
  if (via !== undefined && via !== appId) return false;
  const login = document.optionalText('user.login');
  return login?.toLowerCase() === `${slug}[bot]`.toLowerCase();
}
