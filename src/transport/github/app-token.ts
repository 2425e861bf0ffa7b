import { createPrivateKey, type KeyObject, sign } from 'node:crypto';
import { UserError } from '../../contract/user-error.ts';
import { readAnswer } from '../rest/read-answer.ts';
import { readFields } from '../rest/fields.ts';
import type { Credentials } from '../rest/rest-client.ts';
import type { Authorization, Sender } from '../rest/sender.ts';
import { Refused } from '../platform-errors.ts';
import { readRepository } from './names.ts';
import { checkToken } from '../rest/plain-token.ts';

export interface AppIdentity {
  /** Its number, or its client id. */
  appId: string;
  /** PEM, as GitHub gives it (PKCS#1) or as PKCS#8. */
  privateKey: string;
}

/** What reading artifacts and facts needs; an installation may have more, this token does not. */
const permissions = { actions: 'read', contents: 'read', pull_requests: 'read', metadata: 'read' };
/** GitHub allows ten minutes, and its clock may be behind ours by a minute. */
const backdatedS = 60;
const validS = 9 * 60;
/** Tokens live for an hour; a download must not lose its own on the way. */
const renewBeforeMs = 5 * 60_000;
const longestLifeMs = 60 * 60_000;

interface CachedToken {
  token: Promise<Authorization & { lifeMs: number }>;
  /** Until the token is there, for ever. */
  goodUntilMs: number;
}

/**
 * Tokens of a GitHub App for one repository each, with no more rights than are needed. One request for a
 * token is made for all that wait for it.
 * @throws UserError when the key is none
 */
export function useApp(app: AppIdentity, apiUrl: string, sender: Sender): Credentials {
  const key = readKey(app.privateKey);
  const issuer = checkToken(app.appId, 'the id of the GitHub App');
  const cache = new Map<string, CachedToken>();
  const { clock } = sender;

  const ask = async (
    method: 'GET' | 'POST',
    path: string,
    what: string,
    signal: AbortSignal,
    body?: object,
  ): Promise<unknown> => {
    const header = `Bearer ${signJwt(issuer, key, clock.epochMs())}`;
    const url = new URL(`${apiUrl}${path}`);
    const authorization = { header, account: 'app' };
    const request = { method, url, authorization, signal };
    const answer = await sender.send(body === undefined ? request : { ...request, body });
    if (answer.status !== 422) return readAnswer(sender.service, what, answer);
    // A token cannot have more rights than the installation.
    const needed = Object.keys(permissions).join(', ');
    const message = `GitHub gives no ${what}: the app has to have read access to ${needed}`;
    throw new Refused('ci-not-allowed', message);
  };

  const create = async (repository: string, signal: AbortSignal) => {
    const { owner, name } = readRepository(repository);
    const what = `the installation of the app in ${repository}`;
    const found = await ask('GET', `/repos/${owner}/${name}/installation`, what, signal).catch(
      (error: unknown) => {
        throw explainMissing(error, repository);
      },
    );
    const installation = readFields(found, 'GitHub’s answer about the app').whole('id');
    const path = `/app/installations/${installation}/access_tokens`;
    const request = { repositories: [name], permissions };
    const made = readFields(
      await ask('POST', path, `token for ${repository}`, signal, request),
      'GitHub’s answer with a token',
    );
    const untilMs = Date.parse(made.instant('expires_at') ?? '');
    const lifeMs = Math.min(longestLifeMs, Math.max(0, untilMs - clock.epochMs())) - renewBeforeMs;
    return {
      header: `Bearer ${checkToken(made.text('token'), 'GitHub’s answer')}`,
      account: `installation ${installation}`,
      lifeMs: Number.isFinite(lifeMs) ? lifeMs : 0,
    };
  };

  return {
    authorize: async (repository, signal) => {
      const known = cache.get(repository);
      if (known !== undefined && known.goodUntilMs > clock.monotonicMs()) {
        return unlessAborted(known.token, signal);
      }
      // Others may wait for it too: no single signal ends it.
      const token = create(repository, new AbortController().signal);
      const entry: CachedToken = { token, goodUntilMs: Number.POSITIVE_INFINITY };
      cache.set(repository, entry);
      token.then(
        ({ lifeMs }) => (entry.goodUntilMs = clock.monotonicMs() + lifeMs),
        () => cache.get(repository) === entry && cache.delete(repository),
      );
      return unlessAborted(token, signal);
    },
    discard: (repository) => cache.delete(repository),
  };
}

/** @throws the reason of the signal when that is aborted before */
async function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const giveUp = (): void => reject(signal.reason);
  signal.addEventListener('abort', giveUp, { once: true });
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    signal.removeEventListener('abort', giveUp);
  }
}

/** RFC 7519 with RS256, as GitHub asks for it. */
export function signJwt(issuer: string, key: KeyObject, epochMs: number): string {
  const now = Math.floor(epochMs / 1000);
  const encode = (value: object): string =>
    Buffer.from(JSON.stringify(value)).toString('base64url');
  const claims = { iat: now - backdatedS, exp: now + validS - backdatedS, iss: issuer };
  const content = `${encode({ alg: 'RS256', typ: 'JWT' })}.${encode(claims)}`;
  return `${content}.${sign('RSA-SHA256', Buffer.from(content), key).toString('base64url')}`;
}

/** @throws UserError when it is no RSA key */
export function readKey(pem: string): KeyObject {
  try {
    // Environments often hold it in one line.
    const key = createPrivateKey(pem.replaceAll('\\n', '\n'));
    if (key.asymmetricKeyType === 'rsa') return key;
  } catch {
    // Its error could quote the text.
  }
  throw new UserError({
    where: 'the private key of the GitHub App',
    seen: `what is no RSA key (${pem.length} characters)`,
    expected: 'the content of the .pem file that GitHub gave when the key was made',
    remedy: 'make a new key in the settings of the app, and give the whole file',
  });
}

function explainMissing(error: unknown, repository: string): unknown {
  if (!(error instanceof Refused) || error.code !== 'ci-not-found') return error;
  const message = `the GitHub App is not installed in ${repository}`;
  return new Refused('ci-not-allowed', message, { cause: error });
}
