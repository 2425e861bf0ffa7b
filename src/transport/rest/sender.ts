import pLimit from 'p-limit';
import { Unavailable } from '../platform-errors.ts';
import { type RestClock, systemClock } from './clock.ts';
import { type Account, keepLimitPauses } from './pause-on-limits.ts';
import { type AnswerLimits, fetchWhole } from './fetch-whole.ts';
import { type LimitAnswer, readRetryAfterMs } from './rate-limit.ts';
import type { SharedBudget } from './share-budget.ts';
import { findSpent, spend } from './spending.ts';

export interface Authorization {
  /** The value of the header; never part of a message. */
  header: string;
  /** Whose limit the requests count for. */
  account: Account;
}

export interface RestRequest {
  method: string;
  url: URL;
  authorization: Authorization;
  /** JSON. */
  body?: string;
  /** ETag of the cached answer: the server answers 304 if it is still valid. */
  tag?: string;
  /** False where a second request would not be the same: what was not answered may have been done. */
  mayRepeat: boolean;
  /** `owner/name`: whose share of the account’s requests it takes, where the requests are shared. */
  share?: string;
  signal: AbortSignal;
}

export interface RestAnswer {
  status: number;
  headers: Headers;
  text: string;
}

/** One try of a request, from any sender. */
export interface Attempt extends Pick<RestRequest, 'mayRepeat' | 'share' | 'signal'> {
  account: Account;
}

/** Sends requests to one API. */
export interface Sender {
  /** For messages, e.g. GitHub. */
  readonly service: string;
  readonly clock: RestClock;
  /** Fetches and reads an answer whole, within the limits of size and time; follows no redirection. */
  fetch(url: string | URL, init: RequestInit): Promise<Response>;
  /**
   * Asks when it is its turn, unless a limit forbids it, and again where the platform fails for a moment.
   * @throws Unavailable when it did not answer, is out of order or asks to wait, and what `ask` throws
   */
  attempt<T extends LimitAnswer>(attempt: Attempt, ask: () => Promise<T>): Promise<T>;
  /**
   * @returns what it answered, redirections and refusals too
   * @throws Unavailable when it did not answer, is out of order or asks to wait; AnswerTooLarge
   */
  send(request: RestRequest): Promise<RestAnswer>;
}

export interface SenderOptions extends Pick<AnswerLimits, 'service' | 'maxBodyBytes' | 'fetch'> {
  headers: Readonly<Record<string, string>>;
  clock?: RestClock;
  /** How long one answer may take. */
  patienceMs?: number;
  /** Requests that are on their way at one time. */
  mostAtOnce?: number;
  /** Shares the requests of an account among repositories. */
  budget?: SharedBudget;
}

/** Before the second and the third try. Longer waits are up to the caller. */
const pausesMs: readonly number[] = [500, 2000];
const longestPauseMs = 2000;
const defaultPatienceMs = 20_000;

export function createSender(options: SenderOptions): Sender {
  const { budget, headers, service, clock = systemClock, mostAtOnce = Infinity } = options;
  const limits = { ...options, patienceMs: options.patienceMs ?? defaultPatienceMs };
  const inTurn = pLimit(mostAtOnce);
  const pauses = keepLimitPauses({
    ...{ service, clock },
    refuse: (message, facts) => new Unavailable(message, facts),
  });

  /** In its turn: while it waited, a limit may have been met and a purse emptied. */
  const tryOnce = async <T extends LimitAnswer>(
    { account, share = '' }: Attempt,
    ask: () => Promise<T>,
  ): Promise<T> => {
    pauses.refuseWhilePaused(account);
    const spent = findSpent();
    if (spent !== undefined) throw new Unavailable(spent.message, spent);
    if (share !== '') budget?.take(account, share);
    const answer = await ask();
    if (answer.status !== 304) spend('requests', 1);
    else if (share !== '') budget?.giveBack(account, share);
    pauses.note(account, answer);
    noteBudget(budget, account, answer.headers);
    if (answer.status < 500) return answer;
    const retryAfterMs = readRetryAfterMs(answer.headers);
    throw new Unavailable(`${service} is out of order (${answer.status})`, {
      retryAfterMs,
    });
  };

  const attempt = <T extends LimitAnswer>(one: Attempt, ask: () => Promise<T>): Promise<T> => {
    const { mayRepeat, signal } = one;
    const work = (): Promise<T> => inTurn(() => tryOnce(one, ask));
    return mayRepeat ? waitOutOutage(work, clock, signal) : unlessStopped(work, signal);
  };
  const fetchAnswer = (url: string | URL, init: RequestInit): Promise<Response> =>
    fetchWhole(limits, url, init);

  return {
    ...{ service, clock, attempt, fetch: fetchAnswer },
    send: (request) => {
      const { authorization, body, method, signal, tag, url } = request;
      const init = {
        ...{ method, signal },
        headers: {
          ...headers,
          authorization: authorization.header,
          ...(tag === undefined ? {} : { 'if-none-match': tag }),
          ...(body === undefined ? {} : { 'content-type': 'application/json; charset=utf-8' }),
        },
        body,
      };
      return attempt({ ...request, account: authorization.account }, async () => {
        const answer = await fetchAnswer(url, init);
        return { status: answer.status, headers: answer.headers, text: await answer.text() };
      });
    },
  };
}

/** Tries again what fails for a moment. @throws what the last try throws, or the reason of the signal */
export async function waitOutOutage<T>(
  work: () => Promise<T>,
  clock: RestClock,
  signal: AbortSignal,
): Promise<T> {
  for (const pauseMs of pausesMs) {
    try {
      return await unlessStopped(work, signal);
    } catch (error) {
      if (!(error instanceof Unavailable)) throw error;
      const waitMs = error.retryAfterMs ?? pauseMs;
      if (waitMs > longestPauseMs) throw error;
      await clock.wait(waitMs, signal);
    }
  }
  return unlessStopped(work, signal);
}

async function unlessStopped<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  return work();
}

/** GitHub says with each answer how much is left. By the server's clock alone: ours may be wrong. */
function noteBudget(budget: SharedBudget | undefined, account: Account, headers: Headers): void {
  const read = (name: string): number => Number(headers.get(name) ?? Number.NaN);
  const limit = read('x-ratelimit-limit');
  const left = read('x-ratelimit-remaining');
  const resetMs = read('x-ratelimit-reset') * 1000 - Date.parse(headers.get('date') ?? '');
  if ([limit, left, resetMs].every(Number.isFinite) && resetMs > 0) {
    budget?.note(account, { limit, left }, resetMs);
  }
}
