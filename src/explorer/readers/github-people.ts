import { createHash } from 'node:crypto';
import { keepSized } from '../../transport/rest/keep-sized.ts';
import { ApiProblem } from '../door/api-problem.ts';
import type { Reader } from './reader.ts';

export interface GithubSignIn {
  clientId: string;
  clientSecret: string;
  /** `https://api.github.com`, or `https://HOST/api/v3`. */
  apiUrl: string;
  /** Where people reach this service, without a slash at its end. */
  publicUrl: string;
}

const longestMs = 10_000;
/** Who loses access loses it here as soon. */
const goodForMs = 60_000;
const mostKnown = 10_000;

/** GitHub, asked in the name of people. */
export interface GithubPeople {
  /** Where a person signs in. */
  authorizeUrl(this: void, state: string): string;
  /** @throws ApiProblem where GitHub gives no token for the code */
  exchange(this: void, code: string): Promise<string>;
  readerOf(this: void, token: string): Reader;
}

export function askGithub(settings: GithubSignIn, nowMs: () => number): GithubPeople {
  const { apiUrl, clientId, clientSecret, publicUrl } = settings;
  const known = keepSized<{ maySee: boolean; untilMs: number }>(mostKnown);
  const webUrl =
    apiUrl === 'https://api.github.com' ? 'https://github.com' : new URL(apiUrl).origin;
  return {
    authorizeUrl: (state) => {
      const redirect = `${publicUrl}/sign-in/github`;
      const query = new URLSearchParams({ client_id: clientId, redirect_uri: redirect, state });
      return `${webUrl}/login/oauth/authorize?${query}`;
    },
    exchange: async (code) => {
      const body = { client_id: clientId, client_secret: clientSecret, code };
      const answer = await ask(`${webUrl}/login/oauth/access_token`, {
        method: 'POST',
        headers: { accept: 'application/json', 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      const value: unknown = answer.ok ? await answer.json().catch(() => undefined) : undefined;
      const token: unknown = Reflect.get(Object(value), 'access_token');
      if (typeof token === 'string' && /^\w{10,300}$/.test(token)) return token;
      throw new ApiProblem(401, 'GitHub did not confirm who you are. Sign in once more.');
    },
    readerOf: (token) => ({
      maySee: async (repository) => {
        const key = createHash('sha256').update(`${token} ${repository}`).digest('base64url');
        const found = known.find(key);
        if (found !== undefined && nowMs() < found.untilMs) return found.maySee;
        const maySee = await askAbout(token, repository);
        known.keep(key, { maySee, untilMs: nowMs() + goodForMs }, 1);
        return maySee;
      },
    }),
  };

  async function askAbout(token: string, repository: string): Promise<boolean> {
    // Anything else would be another address of GitHub.
    if (!/^[\w.-]+\/[\w.-]+$/.test(repository) || /(^|\/)\.{1,2}(\/|$)/.test(repository))
      return false;
    const headers = {
      accept: 'application/vnd.github+json',
      authorization: `Bearer ${token}`,
      'x-github-api-version': '2022-11-28',
    };
    const { status } = await ask(`${apiUrl}/repos/${repository}`, { headers });
    if (status === 200) return true;
    if (status === 401) throw new ApiProblem(401, 'Your sign-in is over. Sign in once more.');
    if (status === 404 || status === 403 || status === 451 || status === 301) return false;
    throw new ApiProblem(503, 'GitHub does not say now who may read this. Try again in a minute.');
  }
}

async function ask(url: string, init: RequestInit): Promise<Response> {
  const headers = { ...(init.headers as Record<string, string>), 'user-agent': 'perigee' };
  try {
    const signal = AbortSignal.timeout(longestMs);
    return await fetch(url, { ...init, headers, redirect: 'manual', signal });
  } catch {
    throw new ApiProblem(503, 'GitHub does not answer now. Try again in a minute.');
  }
}
