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
const goodForMs = 5 * 60_000;
/** After a failure GitHub is not asked again at each request. */
const failedForMs = 30_000;
/** Names of repositories, of all readers together. */
const mostKnown = 300_000;
const perPage = 100;
/** Of one reader: ten thousand repositories. */
const mostPages = 100;
const pagesAtOnce = 5;

/** GitHub, asked in the name of people. */
export interface GithubPeople {
  /** Where a person signs in. */
  authorizeUrl(this: void, state: string): string;
  /** @throws ApiProblem where GitHub gives no token for the code */
  exchange(this: void, code: string): Promise<string>;
  /** Who a token is of: a number that stays, and the name that people know. @throws ApiProblem */
  identify(this: void, token: string): Promise<{ person: number; name: string }>;
  /** Ends what a token is good for, here and at GitHub. @throws ApiProblem */
  revoke(this: void, token: string): Promise<void>;
  readerOf(this: void, token: string, person: number): Reader;
}

export function askGithub(settings: GithubSignIn, nowMs: () => number): GithubPeople {
  const { apiUrl, clientId, clientSecret, publicUrl } = settings;
  const known = keepSized<{ seen: Promise<ReadonlySet<string>>; untilMs: number }>(mostKnown);
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
    identify: async (token) => {
      const { id, login } = Object(await readJson('/user', token)) as Listed;
      const isName = typeof login === 'string' && /^[\w-]{1,100}$/.test(login);
      if (typeof id === 'number') return { person: id, name: isName ? login : String(id) };
      throw new ApiProblem(503, 'GitHub does not say now who you are. Try again in a minute.');
    },
    revoke: async (token) => {
      const basic = Buffer.from(`${clientId}:${clientSecret}`).toString('base64');
      const { status } = await ask(`${apiUrl}/applications/${encodeURIComponent(clientId)}/token`, {
        method: 'DELETE',
        headers: { accept: 'application/vnd.github+json', authorization: `Basic ${basic}` },
        body: JSON.stringify({ access_token: token }),
      });
      // GitHub may have ended it before.
      if (![204, 404, 422].includes(status))
        throw new ApiProblem(503, 'GitHub does not end your session now. Try again in a minute.');
      known.keep(nameToken(token), { seen: Promise.resolve(new Set()), untilMs: 0 }, 1);
    },
    readerOf: (token, person) => ({
      name: `github ${person}`,
      listSeen: () => {
        const key = nameToken(token);
        const found = known.find(key);
        if (found !== undefined && nowMs() < found.untilMs) return found.seen;
        const seen = listCovered(token);
        known.keep(key, { seen, untilMs: nowMs() + longestMs * mostPages }, 1);
        const keepFor = (ms: number, size: number): void => {
          // What GitHub began to answer before somebody signed out is good for no later request.
          if (known.find(key)?.seen === seen)
            known.keep(key, { seen, untilMs: nowMs() + ms }, size);
        };
        seen.then(
          ({ size }) => keepFor(goodForMs, 1 + size),
          () => keepFor(failedForMs, 1),
        );
        return seen;
      },
    }),
  };

  /**
   * What the installations of the app cover and the person has access to. That GitHub shows somebody a repository of
   * a name proves less: anyone can make a public one of a name that is free there.
   */
  async function listCovered(token: string): Promise<ReadonlySet<string>> {
    const covered = new Set<string>();
    let left = mostPages;
    for (const { id, suspended_at: suspended } of await readAll('/user/installations')) {
      if (typeof id !== 'number' || (suspended ?? null) !== null) continue;
      for (const { full_name: name } of await readAll(`/user/installations/${id}/repositories`)) {
        if (typeof name === 'string') covered.add(name.toLowerCase());
      }
    }
    return covered;

    async function readAll(path: string): Promise<Listed[]> {
      const all: Listed[] = [];
      let pages = 1;
      for (let from = 1; from <= pages;) {
        const count = Math.min(from === 1 ? 1 : pagesAtOnce, pages - from + 1, left);
        if (count <= 0) break;
        left -= count;
        const asked = Array.from({ length: count }, (_, i) => readPage(path, from + i));
        for (const { items, total } of await Promise.all(asked)) {
          all.push(...items);
          pages = Math.ceil(total / perPage);
        }
        from += count;
      }
      return all;
    }

    async function readPage(
      path: string,
      page: number,
    ): Promise<{ items: Listed[]; total: number }> {
      const value = await readJson(`${path}?per_page=${perPage}&page=${page}`, token);
      const found = Object(value) as Record<string, unknown>;
      const items = found['installations'] ?? found['repositories'];
      const total = Number(found['total_count']);
      const isList = Array.isArray(items);
      return { items: isList ? items.map((one): Listed => Object(one) as Listed) : [], total };
    }
  }

  /** @returns undefined for what GitHub does not show them */
  async function readJson(path: string, token: string): Promise<unknown> {
    const headers = {
      accept: 'application/vnd.github+json',
      authorization: `Bearer ${token}`,
      'x-github-api-version': '2022-11-28',
    };
    const answer = await ask(`${apiUrl}${path}`, { headers });
    if (answer.status === 200) return answer.json().catch(() => undefined);
    await answer.body?.cancel();
    if (answer.status === 401)
      throw new ApiProblem(401, 'Your sign-in is over. Sign in once more.');
    if (isLimited(answer)) {
      const limit =
        'GitHub limits how often it may be asked in your name. Try again in some minutes.';
      throw new ApiProblem(429, limit);
    }
    if ([403, 404, 451].includes(answer.status)) return undefined;
    throw new ApiProblem(503, 'GitHub does not say now who may read this. Try again in a minute.');
  }
}

function nameToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

type Listed = Readonly<Record<string, unknown>>;

/** GitHub answers 403 both where it limits and where it refuses. */
function isLimited({ headers, status }: Response): boolean {
  if (status === 429) return true;
  return (
    status === 403 && (headers.has('retry-after') || headers.get('x-ratelimit-remaining') === '0')
  );
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
