import { Unavailable } from '../platform-errors.ts';
import { readApiUrl } from '../rest/api-url.ts';
import { type RestClock, systemClock } from '../rest/clock.ts';
import { createSizedCache } from '../../async/sized-cache.ts';
import { checkToken } from '../rest/plain-token.ts';
import { createSender } from '../rest/sender.ts';
import { shareBudget } from '../rest/share-budget.ts';
import type { ActAs, AppIdentity } from './act-as.ts';
import { createGithubClient, type GithubClient } from './client.ts';
import type { OctokitParts, TaggedAnswer } from './open-octokit.ts';
import { queueWrites } from './queue-writes.ts';
import { createPrivateKey } from 'node:crypto';
import { UserError } from '../../contract/user-error.ts';

export const publicGithubUrl = 'https://api.github.com';

export interface GithubSettings {
  /** https://api.github.com when absent; of a server of one's own https://HOST/api/v3. */
  apiUrl?: string;
  credentials: { token: string } | AppIdentity;
  /** From the begin of one write of an installation to the next. GitHub asks for a second. */
  writeSpacingMs?: number;
  /** Comments and issues that an installation may make in an hour. GitHub allows about 500. */
  creationsPerHour?: number;
  /** How long one answer may take. */
  patienceMs?: number;
  clock?: RestClock;
  /** Aborted: nothing is asked any more. */
  signal?: AbortSignal;
}

const hourMs = 60 * 60_000;
/** GitHub allows a hundred, of all programs that act as the app. */
const mostAtOnce = 50;
/**
 * A page of a hundred pull requests has some three; strangers write their descriptions and comments, of which each
 * may have a quarter of a mebibyte.
 */
const maxBodyBytes = 4 * 1024 * 1024;
/** Packed, a pull request has some three thousand, and the comments on it as many. */
const mostKeptBytes = 20_000_000;

/**
 * GitHub for one app, or for one token. A process opens it once: it knows the limits.
 * @throws UserError for a token, a key or an address that cannot be one; nothing is asked yet
 */
export function openGithub(settings: GithubSettings): GithubClient {
  const { credentials, clock = systemClock } = settings;
  const { writeSpacingMs = 1000, creationsPerHour = 450, patienceMs = 20_000 } = settings;
  const apiUrl = readApiUrl(settings.apiUrl ?? publicGithubUrl);
  const sender = createSender({
    ...{ service: 'GitHub', headers: {}, clock, patienceMs, maxBodyBytes, mostAtOnce },
    budget: shareBudget(clock, 'the requests of this hour'),
  });
  const stop = becomeUnavailable(settings.signal);
  const fixed = { limit: creationsPerHour, windowMs: hourMs };
  const parts = { apiUrl, sender, answers: createSizedCache<TaggedAnswer>(mostKeptBytes) };
  return createGithubClient({
    ...{ sender, stop },
    actAs: actLater(parts, checkCredentials(credentials)),
    writes: queueWrites(clock, writeSpacingMs, stop),
    creations: shareBudget(clock, 'the comments of this hour', fixed),
  });
}

/** Questions that are dropped because the service stops come again at its next start. */
function becomeUnavailable(signal: AbortSignal | undefined): AbortSignal {
  const own = new AbortController();
  const end = (): void => own.abort(new Unavailable('GitHub is not asked any more'));
  if (signal?.aborted === true) end();
  signal?.addEventListener('abort', end, { once: true });
  return own.signal;
}

/** @throws UserError, without the secret */
function checkCredentials(
  credentials: GithubSettings['credentials'],
): GithubSettings['credentials'] {
  if ('token' in credentials)
    return { token: checkToken(credentials.token, 'the token for GitHub') };
  return {
    appId: checkToken(credentials.appId, 'the id of the GitHub App'),
    privateKey: readPrivateKey(credentials.privateKey),
  };
}

/** Octokit is loaded with the first question: a service that asks none never loads it. */
function actLater(parts: OctokitParts, credentials: GithubSettings['credentials']): ActAs {
  const load = async (): Promise<ActAs> => {
    const { actAsApp, actWithToken } = await import('./act-as.ts');
    return 'token' in credentials
      ? actWithToken(parts, credentials.token)
      : actAsApp(parts, credentials);
  };
  let loaded: Promise<ActAs> | undefined;
  return async (asker, question) => (await (loaded ??= load()))(asker, question);
}

/**
 * The key of an app as the client takes it (PKCS#8).
 * @param pem as GitHub gives it (PKCS#1) or as PKCS#8; `\n` in words may stand for line breaks
 * @throws UserError, without the text
 */
function readPrivateKey(pem: string): string {
  let code: string | undefined;
  try {
    const key = createPrivateKey(pem.replaceAll('\\n', '\n'));
    if (key.asymmetricKeyType === 'rsa') {
      return key.export({ type: 'pkcs8', format: 'pem' }).toString();
    }
  } catch (error) {
    // Its message could quote the text; its code names the fault.
    code = (error as NodeJS.ErrnoException).code;
  }
  throw new UserError({
    where: 'the private key of the GitHub App',
    seen: `not an RSA key (${pem.length} characters${code === undefined ? '' : `, ${code}`})`,
    expected: 'the content of the .pem file that GitHub gave with the key',
    remedy: 'create a new key in the settings of the app, and use the whole file',
  });
}
