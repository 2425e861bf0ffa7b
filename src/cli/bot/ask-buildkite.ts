import { exitCode, UserError } from '../../contract/user-error.ts';
import { readApiUrl } from '../../transport/rest/api-url.ts';
import type { TokenAnswer } from '../../transport/buildkite/answers.ts';
import { openBuildkite, publicBuildkiteUrl } from '../../transport/buildkite/open-buildkite.ts';
import { Refused, Unavailable } from '../../transport/platform-errors.ts';
import { checkToken } from '../../transport/rest/plain-token.ts';
import { readFields } from '../../transport/rest/fields.ts';
import { type Scope, knownScopes } from './judge-scopes.ts';

/** What a token for Buildkite may do, as far as it matters here. */
export interface BuildkiteToken {
  apiUrl: string;
  scopes: ReadonlySet<Scope>;
}

const what = 'the scopes of the token';

/**
 * Asks Buildkite what its token may do. Every token may ask that.
 * @throws UserError when the token is none any more, or Buildkite does not answer
 */
export async function askBuildkite(access: {
  apiUrl?: string;
  token: string;
}): Promise<BuildkiteToken> {
  const apiUrl = readApiUrl(access.apiUrl ?? publicBuildkiteUrl);
  const token = checkToken(access.token, 'artifacts.buildkite.token');
  const { client } = openBuildkite({ apiUrl, token });
  const { signal } = new AbortController();
  try {
    const answer = await client.getJson({ path: '/v2/access-token', what, signal });
    const fields = readFields<TokenAnswer>(answer, 'Buildkite’s answer');
    const scopes = knownScopes.filter((scope) => fields.holds('scopes', scope));
    return { apiUrl, scopes: new Set(scopes) };
  } catch (cause) {
    if (!(cause instanceof Unavailable || cause instanceof Refused)) throw cause;
    if (cause.status === 401) throw refuseToken(apiUrl);
    throw new UserError({
      where: apiUrl,
      seen: cause.message,
      expected: 'an answer of Buildkite about the token',
      remedy: advise(cause, apiUrl),
      exitCode: exitCode.couldNotMeasure,
      cause,
    });
  }
}

function advise(cause: Unavailable | Refused, apiUrl: string): string {
  if (cause instanceof Refused && cause.code === 'ci-not-allowed') {
    return 'see which addresses token and organisation admit on Buildkite: that of this machine has to be one';
  }
  // Its documentation writes all addresses with it.
  const without = apiUrl.replace(/\/v2$/, '');
  if (without !== apiUrl) return `take /v2 out of artifacts.buildkite.apiUrl: ${without}`;
  return 'look at artifacts.buildkite.apiUrl, and try again';
}

function refuseToken(where: string): UserError {
  return new UserError({
    where,
    seen: 'Buildkite said 401: the token is invalid or was revoked',
    expected: 'an API access token in artifacts.buildkite.token',
    remedy: 'make one in the personal settings on Buildkite; docs/buildkite-bot.md has the scopes',
  });
}
