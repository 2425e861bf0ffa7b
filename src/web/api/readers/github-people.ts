import { createHash } from 'node:crypto';
import { publicGithubUrl } from '../../../transport/github/open-github.ts';
import { Refused, Unavailable } from '../../../transport/platform-errors.ts';
import { createSizedCache } from '../../../async/sized-cache.ts';
import { systemClock } from '../../../transport/rest/clock.ts';
import { createSender } from '../../../transport/rest/sender.ts';
import { ApiProblem } from '../http/api-problem.ts';
import type { Reader } from './reader.ts';

export interface GithubSignIn {
  clientId: string;
  clientSecret: string;
  /** `https://api.github.com`, or `https://HOST/api/v3`. */
  apiUrl: string;
  /** The address at which people reach this service, without a slash at its end. */
  publicUrl: string;
}

const patienceMs = 10_000;
const maxBodyBytes = 2 ** 22;
/** A person who loses access loses it here as soon. */
const goodForMs = 5 * 60_000;
/** After a failure GitHub is not asked again at each request. */
const failedForMs = 30_000;
/** Names of repositories, of all readers together. */
const mostKnown = 300_000;
const perPage = 100;
/** For one reader: ten thousand repositories. */
const mostPages = 100;
const pagesAtOnce = 5;

const silent = new ApiProblem(503, 'GitHub does not answer now. Try again in a minute.');

/** GitHub, asked in the name of people. */
export interface GithubPeople {
  /** The page on which a person signs in. */
  authorizeUrl(this: void, state: string): Promise<string>;
  /** @throws ApiProblem where GitHub gives no token for the code */
  exchange(this: void, code: string): Promise<string>;
  /** Identifies the owner of a token: a number that stays, and the name that people know. @throws ApiProblem */
  identify(this: void, token: string): Promise<{ person: number; name: string }>;
  /** Ends what a token is good for, here and at GitHub. @throws ApiProblem */
  revoke(this: void, token: string): Promise<void>;
  readerOf(this: void, token: string, person: number): Reader;
}

export function askGithub(settings: GithubSignIn, nowMs: () => number): GithubPeople {
  const { apiUrl, clientId, clientSecret, publicUrl } = settings;
  const known = createSizedCache<{ seen: Promise<ReadonlySet<string>>; untilMs: number }>(
    mostKnown,
  );
  const webUrl = apiUrl === publicGithubUrl ? 'https://github.com' : apiUrl;
  const sender = createSender({
    ...{ service: 'GitHub', headers: {}, patienceMs, maxBodyBytes },
    clock: { ...systemClock, monotonicMs: nowMs },
  });
  const describe = (account: string) => ({
    ...({ what: 'who is signed in', account, by: 'token' } as const),
    signal: new AbortController().signal,
  });
  const load = async () => {
    const [{ OAuthApp }, { createOctokitClass }] = await Promise.all([
      import('@octokit/oauth-app'),
      import('../../../transport/github/open-octokit.ts'),
    ]);
    const OneOctokit = createOctokitClass({ apiUrl, webUrl, sender });
    const app = new OAuthApp({
      ...({ clientType: 'github-app', clientId, clientSecret, baseUrl: apiUrl } as const),
      Octokit: OneOctokit.defaults({ request: { asked: describe('app') } }),
    });
    const open = (token: string) =>
      new OneOctokit({ auth: token, request: { asked: describe(nameToken(token)) } });
    return { app, open };
  };
  let loaded: ReturnType<typeof load> | undefined;
  // Loaded at the first sign-in: a service without sign-ins does without octokit.
  const github = () => (loaded ??= load());
  return {
    authorizeUrl: async (state) => {
      const { app } = await github();
      const redirectUrl = `${publicUrl}/sign-in/github`;
      return app.getWebFlowAuthorizationUrl({ state, redirectUrl }).url;
    },
    exchange: async (code) => {
      const { app } = await github();
      const { token } = await app
        .createToken({ code })
        .then(({ authentication }) => authentication)
        .catch((error: unknown) => {
          if (error instanceof Unavailable) throw silent;
          return { token: undefined };
        });
      if (typeof token === 'string' && /^\w{10,300}$/.test(token)) return token;
      throw new ApiProblem(401, 'GitHub did not confirm who you are. Sign in once more.');
    },
    identify: async (token) => {
      const { open } = await github();
      const { id, login } = (await look(() => open(token).rest.users.getAuthenticated())) ?? {};
      const isName = typeof login === 'string' && /^[\w-]{1,100}$/.test(login);
      if (typeof id === 'number') return { person: id, name: isName ? login : String(id) };
      throw new ApiProblem(503, 'GitHub does not say now who you are. Try again in a minute.');
    },
    revoke: async (token) => {
      const { app } = await github();
      await app.deleteToken({ token }).catch((error: unknown) => {
        // GitHub may have ended it before.
        if (error instanceof Refused && [404, 422].includes(error.status ?? 0)) return;
        throw new ApiProblem(503, 'GitHub does not end your session now. Try again in a minute.');
      });
      known.keep(nameToken(token), { seen: Promise.resolve(new Set()), untilMs: 0 }, 1);
    },
    readerOf: (token, person) => ({
      name: `github ${person}`,
      listSeen: () => {
        const key = nameToken(token);
        const found = known.find(key);
        if (found !== undefined && nowMs() < found.untilMs) return found.seen;
        const seen = listCovered(token);
        known.keep(key, { seen, untilMs: nowMs() + patienceMs * mostPages }, 1);
        const keepFor = (ms: number, size: number): void => {
          // An answer that GitHub began before a person signed out is good for no later request.
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
   * The repositories that the app's installations cover and the person has access to. A repository of that name on
   * GitHub proves less: a stranger can make a public one of a name that is free there.
   */
  async function listCovered(token: string): Promise<ReadonlySet<string>> {
    const covered = new Set<string>();
    const { apps } = (await github()).open(token).rest;
    let left = mostPages;
    const installations = await readAll('installations', (page) =>
      apps.listInstallationsForAuthenticatedUser(page),
    );
    for (const { id, suspended_at: suspended } of installations) {
      if (typeof id !== 'number' || (suspended ?? null) !== null) continue;
      const repositories = await readAll('repositories', (page) =>
        apps.listInstallationReposForAuthenticatedUser({ ...page, installation_id: id }),
      );
      for (const { full_name: name } of repositories) {
        if (typeof name === 'string') covered.add(name.toLowerCase());
      }
    }
    return covered;

    /** Several pages at once, which octokit’s own paging does not. */
    async function readAll<K extends string, T>(
      list: K,
      ask: (page: { page: number; per_page: number }) => Promise<{
        data: { total_count: number } & Record<K, T[]>;
      }>,
    ): Promise<Partial<T>[]> {
      const all: Partial<T>[] = [];
      let pages = 1;
      for (let from = 1; from <= pages;) {
        const count = Math.min(from === 1 ? 1 : pagesAtOnce, pages - from + 1, left);
        if (count <= 0) break;
        left -= count;
        const asked = Array.from({ length: count }, (_, i) =>
          look(() => ask({ per_page: perPage, page: from + i })),
        );
        for (const found of await Promise.all(asked)) {
          const items: unknown = found?.[list];
          if (Array.isArray(items)) all.push(...items.map((one) => Object(one) as Partial<T>));
          pages = Math.ceil(Number(found?.total_count) / perPage);
        }
        from += count;
      }
      return all;
    }
  }
}

/** @returns undefined for what GitHub does not show them */
async function look<T>(ask: () => Promise<{ data: T }>): Promise<Partial<T> | undefined> {
  try {
    return (await ask()).data;
  } catch (error) {
    if (error instanceof Refused) return undefined;
    if (!(error instanceof Unavailable)) throw error;
    if (error.status === 401) throw new ApiProblem(401, 'Your sign-in is over. Sign in once more.');
    if (error.retryAfterMs === undefined) throw silent;
    const limit =
      'GitHub limits how often it may be asked in your name. Try again in some minutes.';
    throw new ApiProblem(429, limit);
  }
}

function nameToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
