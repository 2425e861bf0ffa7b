import type { StrategyOptions } from '@octokit/auth-app';
import { Refused, Unavailable } from '../platform-errors.ts';
import { keepAnswers } from '../rest/keep-answers.ts';
import { keepSized } from '../rest/keep-sized.ts';
import { checkToken, isToken } from '../rest/plain-token.ts';
import { payFrom } from '../rest/spending.ts';
import { explainAnswer, readAnswer } from '../rest/read-answer.ts';
import { readFields } from '../rest/fields.ts';
import type { Credentials } from '../rest/rest-client.ts';
import {
  type Authorization,
  type RestAnswer,
  type RestRequest,
  type Sender,
  waitOutOutage,
} from '../rest/sender.ts';
import type { Asker } from './client.ts';
import { readRepository } from './names.ts';
import { readPrivateKey } from './read-private-key.ts';
import type { DataOf } from './routes.ts';

export interface AppIdentity {
  /** Its number, or its client id. */
  appId: string;
  /** PEM, as GitHub gives it (PKCS#1) or as PKCS#8. */
  privateKey: string;
}

/** What reading artifacts and facts needs; an installation may have more, such a token does not. */
const readOnly = {
  actions: 'read',
  contents: 'read',
  pull_requests: 'read',
  metadata: 'read',
} as const;
/** Tokens live for an hour; a download must not lose its own on the way. */
const keptForMs = 55 * 60_000;
const mostKept = 15_000;
/** A JWT is dated back by half a minute; a clock that is further ahead is not believed. */
const leastDriftMs = 5_000;
const driftMessage = 'GitHub rejected the clock of this machine';

/**
 * Tokens of a GitHub App, made and kept by GitHub’s own library. It is loaded when the first one is needed: a
 * service without an app never loads it.
 * @throws UserError when the key is none
 */
export function useApp(app: AppIdentity, apiUrl: string, sender: Sender): Credentials<Asker> {
  const privateKey = readPrivateKey(app.privateKey);
  const appId = checkToken(app.appId, 'the id of the GitHub App');
  const { clock } = sender;
  const never = new AbortController().signal;
  /** How far GitHub’s clock is ahead of ours, where that was what it rejected a JWT for. */
  let driftMs = 0;
  /**
   * @param usedMs the drift when the JWT was made: another request may have learned a better one since
   * @returns whether a JWT by GitHub’s clock is another one
   */
  const noteDrift = ({ headers }: RestAnswer, usedMs = driftMs): boolean => {
    const found = Date.parse(headers.get('date') ?? '') - clock.epochMs();
    if (!Number.isFinite(found)) return false;
    if (Math.abs(found - driftMs) >= leastDriftMs) driftMs = found;
    return Math.abs(found - usedMs) >= leastDriftMs;
  };

  const authentication = once(async () => {
    const [{ createAppAuth }, { request }, { default: createJwt }] = await Promise.all([
      import('@octokit/auth-app'),
      import('@octokit/request'),
      import('universal-github-app-jwt'),
    ]);
    const options: StrategyOptions = {
      appId,
      createJwt: async () => {
        const now = Math.floor((clock.epochMs() + driftMs) / 1000);
        const { expiration, token } = await createJwt({ id: appId, privateKey, now });
        return { jwt: token, expiresAt: new Date(expiration * 1000).toISOString() };
      },
      request: request.defaults({ baseUrl: apiUrl, request: { fetch: sendForToken } }),
      cache: keepTokens(),
      log: { warn: () => undefined },
    };
    return createAppAuth(options);
  });

  const keepTokens = () => {
    const tokens = keepSized<{ token: string; untilMs: number }>(mostKept);
    return {
      get: (key: string): string => {
        const kept = tokens.find(key);
        return kept !== undefined && kept.untilMs > clock.monotonicMs() ? kept.token : '';
      },
      set: (key: string, token: string): void =>
        tokens.keep(key, { token, untilMs: clock.monotonicMs() + keptForMs }, 1),
    };
  };

  // Several requests may wait for one token: none of them pays for it.
  const send = (request: RestRequest): Promise<RestAnswer> =>
    payFrom([], () => sender.send(request));

  /** Sends what the library asks, and throws what it cannot use: GitHub’s library keeps that as a cause. */
  const sendForToken = async (url: string, init: RequestInit): Promise<Response> => {
    const headers = new Headers(init.headers);
    const usedMs = driftMs;
    const answer = await send({
      // Tried again below: the library gives what it waits for to whoever asks for the same installation.
      ...{ method: init.method ?? 'POST', url: new URL(url), mayRepeat: false, signal: never },
      authorization: { header: headers.get('authorization') ?? '', account: 'app' },
      ...(typeof init.body === 'string' ? { body: init.body } : {}),
    });
    const { status, text } = answer;
    // At once, and by GitHub's clock.
    if (status === 401 && noteDrift(answer, usedMs))
      throw new Unavailable(driftMessage, { retryAfterMs: 0 });
    if (status < 200 || status >= 300) throw explainNoToken(answer);
    // Before the library keeps it for as long as a token lives.
    refuseUnlessToken(answer);
    return new Response(text, { status, headers: { 'content-type': 'application/json' } });
  };

  const makeJwt = async (): Promise<Authorization> => {
    const { token } = await (await authentication())({ type: 'app' });
    return { header: `Bearer ${token}`, account: 'app' };
  };

  const installations = keepAnswers(clock, { entries: mostKept, forMs: keptForMs });
  const askInstallation = async (repository: string): Promise<number> => {
    const { owner, name } = readRepository(repository);
    const url = new URL(`${apiUrl}/repos/${owner}/${name}/installation`);
    const ask = async (): Promise<RestAnswer> =>
      send({
        ...{ method: 'GET', url, mayRepeat: true, signal: never },
        authorization: await makeJwt(),
      });
    const usedMs = driftMs;
    let answer = await ask();
    if (answer.status === 401 && noteDrift(answer, usedMs)) answer = await ask();
    if (answer.status === 404) {
      const message = `the GitHub App is not installed in ${repository}`;
      throw new Refused('ci-not-allowed', message, { status: 404 });
    }
    const what = `the installation of the app in ${repository}`;
    type Installation = DataOf<'GET /repos/{owner}/{repo}/installation'>;
    const data = readAnswer('GitHub', what, answer, 'app');
    return readFields<Installation>(data, `GitHub’s answer for ${what}`).whole('id');
  };

  /** Tokens that GitHub rejected: the library makes new ones in their place. */
  const rejected = new Set<string>();
  const authorize = async (asker: Asker): Promise<Authorization> => {
    if (asker === 'app') return makeJwt();
    const reads = 'reads' in asker ? asker.reads : undefined;
    const installationId =
      'reads' in asker
        ? await installations.answer([asker.reads], () => askInstallation(asker.reads))
        : asker.installation;
    const narrow =
      reads === undefined
        ? {}
        : { repositoryNames: [readRepository(reads).name], permissions: readOnly };
    const key = nameAsker(asker);
    const make = async () => {
      const refresh = rejected.has(key);
      const made = await (
        await authentication()
      )({ type: 'installation', installationId, refresh, ...narrow });
      if (refresh) rejected.delete(key);
      return made;
    };
    try {
      const { token } = await waitOutOutage(() => make().catch(throwCause), clock, never);
      return { header: `Bearer ${token}`, account: installationId };
    } catch (error) {
      if (reads !== undefined) installations.forget([reads]);
      throw error;
    }
  };

  return {
    // Others may wait for the same token: nobody's signal ends it.
    authorize: async (asker, signal) => {
      signal.throwIfAborted();
      return unlessAborted(authorize(asker), signal);
    },
    discard: (asker, answer) => {
      if (asker === 'app') return noteDrift(answer);
      rejected.add(nameAsker(asker));
      if ('reads' in asker) installations.forget([asker.reads]);
      return true;
    },
  };
}

function nameAsker(asker: Asker): string {
  return JSON.stringify(asker);
}

/** What was thrown while a token was asked for, which the library wraps. */
function throwCause(error: unknown): never {
  const cause = error instanceof Error ? error.cause : undefined;
  throw cause instanceof Unavailable || cause instanceof Refused ? cause : error;
}

/** @throws Refused unless there is a token in the answer that a header can hold */
function refuseUnlessToken(answer: RestAnswer): void {
  const what = 'a token of the installation';
  type Made = DataOf<'POST /app/installations/{installation_id}/access_tokens'>;
  const data = readAnswer('GitHub', what, answer, 'app');
  const token = readFields<Made>(data, `GitHub’s answer for ${what}`).text('token');
  if (isToken(token)) return;
  throw new Refused('ci-strange-answer', `GitHub answered with ${what} that no header can hold`);
}

function explainNoToken(answer: RestAnswer): Refused | Unavailable {
  const { status } = answer;
  const what = 'a token of the installation';
  if (status === 422) {
    // A token cannot have more rights than the installation.
    const needed = Object.keys(readOnly).join(', ');
    const message = `GitHub gives no ${what}: the app has to have read access to ${needed}`;
    return new Refused('ci-not-allowed', message, { status });
  }
  if (status !== 403 && status !== 404) return explainAnswer('GitHub', what, answer, 'app');
  const why = 'the app is not installed there any more, or is suspended';
  return new Refused('ci-not-allowed', `GitHub said ${status} for ${what}: ${why}`, {
    ...{ status, isOfInstallation: true },
  });
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => (made ??= make());
}

/** @throws the reason of the signal when that is aborted before */
async function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const giveUp = (): void => reject(signal.reason);
  if (signal.aborted) giveUp();
  signal.addEventListener('abort', giveUp, { once: true });
  try {
    return await Promise.race([aborted, promise]);
  } finally {
    signal.removeEventListener('abort', giveUp);
  }
}
