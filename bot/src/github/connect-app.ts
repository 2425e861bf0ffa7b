import { App, Octokit } from 'octokit';
import { readBody } from '../../../src/transport/rest/read-body.ts';
import { readPrivateKey } from '../../../src/transport/github/read-private-key.ts';

/** Whose token a request carries: the app's own, or that of one of its installations. */
export type Account = 'app' | number;

export interface AppConnection {
  clientOf(account: Account): Promise<Octokit>;
  /** GitHub did not take the token of an installation: the next request gets a new one. */
  renew(installation: number): Promise<void>;
}

export interface AppOptions {
  appId: number;
  /** PEM. */
  privateKey: string;
  /** Without a slash at its end. */
  apiUrl: string;
  userAgent: string;
  /** How long one answer may take, also that with a token, which the client asks for by itself. */
  patienceMs: number;
}

/**
 * A page of a hundred pull requests has some three; strangers write their descriptions and comments, of which each
 * may have a quarter of a mebibyte.
 */
const maxBodyBytes = 4 * 1024 * 1024;

const silent = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
};

/**
 * The clients of one app. They neither retry nor throttle by themselves (docs/decisions/0104): what sends
 * does that, and so knows of all of it.
 * @throws UserError when the key is none
 */
export function connectApp(options: AppOptions): AppConnection {
  const { appId, apiUrl, userAgent, patienceMs } = options;
  const fetchWithin: typeof fetch = async (input, init) => {
    const signal = init?.signal ?? AbortSignal.timeout(patienceMs);
    const response = await fetch(input, { ...init, signal });
    if (response.body === null) return response;
    const { status, headers } = response;
    return Object.defineProperty(
      new Response(new Uint8Array(await readBody(response, maxBodyBytes)), { status, headers }),
      'url',
      { value: response.url },
    );
  };
  const app = new App({
    appId,
    privateKey: readPrivateKey(options.privateKey),
    log: silent,
    Octokit: Octokit.defaults({
      baseUrl: apiUrl,
      userAgent,
      log: silent,
      throttle: { enabled: false },
      retry: { enabled: false },
      request: { fetch: fetchWithin },
    }),
  });
  const clients = new Map<number, Promise<Octokit>>();
  return {
    clientOf: (account) => {
      if (account === 'app') return Promise.resolve(app.octokit);
      const client = clients.get(account) ?? app.getInstallationOctokit(account);
      clients.set(account, client);
      return client;
    },
    renew: async (installation) => {
      await app.octokit.auth({ type: 'installation', installationId: installation, refresh: true });
    },
  };
}
