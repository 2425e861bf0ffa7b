import { AnswerTooLarge, Refused, Unavailable } from '../platform-errors.ts';
import { BodyTooLarge, readBody } from './read-body.ts';
import { spend } from './spending.ts';

export interface AnswerLimits {
  /** For messages, e.g. GitHub. */
  service: string;
  /** How long one answer may take. */
  patienceMs: number;
  /** For one answer. */
  maxBodyBytes: number;
  /** One that knows the proxies of this machine, for example. Node's own where it is absent. */
  fetch?: typeof fetch;
}

/** No body may follow these. */
const emptyStatuses: readonly number[] = [204, 205, 304];

/** A repository that was renamed is one step away. */
const mostMoves = 3;
const moves: readonly number[] = [301, 307, 308];

/**
 * A `fetch` that reads the answer whole. What was moved is followed on the same host: no token goes anywhere else.
 * @throws Unavailable when nothing came, or not in time; AnswerTooLarge; Refused; the reason of the signal
 */
export async function fetchWhole(
  limits: AnswerLimits,
  from: string | URL,
  init: RequestInit,
): Promise<Response> {
  let url = new URL(from);
  for (let step = 0; step <= mostMoves; step++) {
    const response = await fetchOnce(limits, url, init);
    const location = response.headers.get('location');
    if (location === null || !moves.includes(response.status)) {
      return Object.defineProperty(response, 'url', { value: url.href });
    }
    const next = URL.canParse(location, url) ? new URL(location, url) : undefined;
    if (next?.origin !== url.origin) throw refuse(limits, 'sent a question to another host');
    spend('requests', 1);
    url = next;
  }
  throw refuse(limits, 'moved what was asked for in a circle');
}

function refuse({ service }: AnswerLimits, what: string): Refused {
  return new Refused('ci-strange-answer', `${service} ${what}`);
}

async function fetchOnce(
  { service, patienceMs, maxBodyBytes, fetch = globalThis.fetch }: AnswerLimits,
  url: URL,
  init: RequestInit,
): Promise<Response> {
  const signal = init.signal ?? undefined;
  const ends = AbortSignal.timeout(patienceMs);
  try {
    const response = await fetch(url, {
      ...init,
      redirect: 'manual',
      signal: signal === undefined ? ends : AbortSignal.any([signal, ends]),
    });
    const content = await readBody(response, maxBodyBytes);
    const { headers, status } = response;
    const isEmpty = emptyStatuses.includes(status);
    return new Response(isEmpty ? null : new Uint8Array(content), { headers, status });
  } catch (cause) {
    signal?.throwIfAborted();
    if (cause instanceof BodyTooLarge) {
      throw new AnswerTooLarge(`${service} answered with ${cause.message}`);
    }
    throw new Unavailable(`${service} did not answer: ${describeFailure(cause)}`);
  }
}

/** One line. The errors of fetch hide the reason in their cause; none holds a header or a URL. */
export function describeFailure(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown reason';
  if (error.name === 'TimeoutError') return 'nothing came in time';
  const { cause } = error;
  if (!(cause instanceof Error)) return error.name;
  if ('code' in cause) return String(cause.code);
  // Some causes have words alone, such as "bad port". Only what is plainly words is shown.
  return /^[a-z ]{1,60}$/i.test(cause.message) ? cause.message : error.name;
}
