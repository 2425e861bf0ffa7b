import { RequestError } from 'octokit';
import { findSpent, spend } from '../../../src/transport/rest/spending.ts';
import type { RestClock } from '../../../src/transport/rest/clock.ts';
import type { LimitPauses } from '../../../src/transport/rest/pause-on-limits.ts';
import type { Account, AppConnection } from './connect-app.ts';
import { explainAnswer, explainSilence } from './explain-failure.ts';
import { BodyTooLarge } from '../../../src/transport/rest/read-body.ts';
import { AnswerTooLarge, Unavailable } from '../../../src/transport/platform-errors.ts';
import type { SharedBudget } from '../../../src/transport/rest/share-budget.ts';

export interface ApiRequest {
  account: Account;
  /** `owner/name`; empty where it is about none. Its budget is used. */
  repository: string;
  /** For messages, e.g. "run 812 of acme/sync". */
  what: string;
  /** As GitHub writes it: `GET /repos/{owner}/{repo}`. */
  route: string;
  parameters: Readonly<Record<string, unknown>>;
  /** ETag of the cached answer: GitHub then says whether it has changed. */
  tag?: string;
}

export interface ApiAnswer {
  data: unknown;
  headers: Headers;
  /** Nothing changed since the tag was given, and there is no data. GitHub does not count such a request. */
  isUnchanged?: true;
}

export interface SenderParts {
  connection: AppConnection;
  pauses: LimitPauses;
  budget: SharedBudget;
  clock: RestClock;
  /** How long one answer may take. */
  patienceMs: number;
  signal: AbortSignal;
}

/** Before the second and the third try. Longer waits are up to the caller. */
const pausesMs: readonly number[] = [500, 2000];
const longestPauseMs = 2000;

/**
 * Sends one request. A short disturbance is waited for, but nothing that makes something new is asked twice
 * if it is unknown whether it was made.
 * @throws Unavailable, Refused
 */
export async function sendRequest(parts: SenderParts, request: ApiRequest): Promise<ApiAnswer> {
  const isRepeatable = !request.route.startsWith('POST ');
  for (const pauseMs of [...pausesMs, undefined]) {
    try {
      return await tryOnce(parts, request);
    } catch (error) {
      if (!(error instanceof Unavailable) || !isRepeatable || pauseMs === undefined) {
        throw error;
      }
      const waitMs = error.retryAfterMs ?? pauseMs;
      if (waitMs > longestPauseMs) throw error;
      await parts.clock.wait(waitMs, parts.signal).catch(() => {
        throw error;
      });
    }
  }
  throw new Unavailable('GitHub was not asked');
}

async function tryOnce(parts: SenderParts, request: ApiRequest): Promise<ApiAnswer> {
  const { account, repository } = request;
  parts.pauses.refuseWhilePaused(account);
  const spent = findSpent();
  if (spent !== undefined) throw new Unavailable(spent.message, spent);
  if (repository !== '') parts.budget.take(account, repository);
  const answer = await ask(parts, request);
  if (!('status' in answer) || answer.status !== 401 || account === 'app' || answer.isAboutToken) {
    return finish(parts, request, answer);
  }
  // The token was taken back, or GitHub has lost it: once more with a new one.
  const refusal = await renew(parts, account);
  return finish(parts, request, refusal ?? (await ask(parts, request)));
}

/** @returns GitHub's answer where the installation is gone or suspended, and there is no other token */
async function renew(
  { connection }: SenderParts,
  installation: number,
): Promise<(BadOutcome & { text: string }) | undefined> {
  try {
    await connection.renew(installation);
    return undefined;
  } catch (error) {
    // Anything else the request itself will meet, and tell.
    if (!(error instanceof RequestError) || ![403, 404].includes(error.status)) return undefined;
    const { message, response, status } = error;
    const text = JSON.stringify(response?.data ?? '').slice(0, 1000);
    const headers = toHeaders(response?.headers ?? {});
    return { status, headers, message, text, isAboutToken: true };
  }
}

type Outcome = ApiAnswer | (BadOutcome & { text: string });
interface BadOutcome {
  status: number;
  headers: Headers;
  message: string;
  isAboutToken: boolean;
}

function finish(parts: SenderParts, request: ApiRequest, outcome: Outcome): ApiAnswer {
  const { account, what } = request;
  if (!('status' in outcome)) {
    parts.pauses.note(account, { status: 200, headers: outcome.headers, text: '' });
    noteBudget(parts, account, outcome.headers);
    if (outcome.isUnchanged === true) parts.budget.giveBack(account, request.repository);
    else spend('requests', 1);
    return outcome;
  }
  spend('requests', 1);
  parts.pauses.note(account, outcome);
  throw explainAnswer(what, outcome);
}

async function ask(parts: SenderParts, request: ApiRequest): Promise<Outcome> {
  const { connection, patienceMs, signal } = parts;
  const { account, route, parameters, tag } = request;
  const limit = AbortSignal.any([signal, AbortSignal.timeout(patienceMs)]);
  try {
    const client = await connection.clientOf(account);
    const answer: { data: unknown; headers: object } = await client.request(route, {
      ...parameters,
      ...(tag === undefined ? {} : { headers: { 'if-none-match': tag } }),
      request: { signal: limit },
    });
    return { data: answer.data, headers: toHeaders(answer.headers) };
  } catch (error) {
    if (!(error instanceof RequestError)) throw readDefect(error, limit);
    if (error.cause instanceof BodyTooLarge) {
      const message = `GitHub answered for ${request.what} with ${error.cause.message}`;
      throw new AnswerTooLarge(message);
    }
    const { response } = error;
    // Without an answer its status is made up.
    if (response === undefined) throw explainSilence(error.cause);
    const headers = toHeaders(response.headers);
    // The client takes it for an error.
    if (error.status === 304) return { data: undefined, headers, isUnchanged: true };
    const data: unknown = response.data;
    return {
      status: error.status,
      headers,
      // Without the page of the documentation that the client puts after it.
      message: error.message.replace(/ - https?:\/\/\S+$/, ''),
      text: JSON.stringify(data ?? '').slice(0, 1000),
      isAboutToken: error.request.url.endsWith('/access_tokens'),
    };
  }
}

/** The client passes on as it is that a request was ended; anything else is a defect of ours. */
function readDefect(error: unknown, limit: AbortSignal): unknown {
  return limit.aborted ? explainSilence(limit.reason) : error;
}

function toHeaders(headers: object): Headers {
  const all = new Headers();
  for (const [name, value] of Object.entries(headers)) {
    if (typeof value === 'string' || typeof value === 'number') all.set(name, String(value));
  }
  return all;
}

/** By the server's clock alone: ours may be wrong. */
function noteBudget({ budget }: SenderParts, account: Account, headers: Headers): void {
  const read = (name: string): number => Number(headers.get(name) ?? Number.NaN);
  const limit = read('x-ratelimit-limit');
  const left = read('x-ratelimit-remaining');
  const now = Date.parse(headers.get('date') ?? '');
  const resetMs = read('x-ratelimit-reset') * 1000 - now;
  if ([limit, left, resetMs].every(Number.isFinite) && resetMs > 0) {
    budget.note(account, { limit, left }, resetMs);
  }
}
