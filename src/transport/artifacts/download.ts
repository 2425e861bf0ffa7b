import { findSpent, spend } from '../rest/spending.ts';
import { Refused, Unavailable } from '../platform-errors.ts';
import { isLimited, readRetryAfterMs } from '../rest/rate-limit.ts';
import { BodyTooLarge, readBody } from '../rest/read-body.ts';
import { isSafePlace } from '../rest/content-place.ts';
import { describeFailure } from '../rest/fetch-whole.ts';

export type Download =
  | { kind: 'whole'; content: Buffer }
  | { kind: 'too-large' }
  /** The address does not hold any more: it is good for a minute only. */
  | { kind: 'refused'; status: number }
  /** There is no such host: the name in the address was made up. */
  | { kind: 'nowhere'; host: string };

/** Whether just this host may be fetched from, or any of some names. Throws Refused for any other. */
export type PlaceRule = (url: URL) => 'host' | 'any-name';

export interface DownloadRequest {
  url: URL;
  maxBytes: number;
  deadlineMs: number;
  signal: AbortSignal;
  /**
   * Asked before each request, also before redirects of the storage. Given if a stranger may have chosen the place:
   * then one that can never be fetched from is refused and not waited for.
   */
  refusePlace?: PlaceRule;
}

const mostMoves = 3;
/** The second of a name that is too long to be asked for. */
const unknownHost: readonly string[] = ['ENOTFOUND', 'EINVAL'];
const moves: readonly number[] = [301, 302, 303, 307, 308];

/**
 * Fetches content from storage, with nothing that would say who asks: the address is the permission, so no
 * message says more of it than the host.
 * @throws Unavailable when the storage is out of order or the connection breaks off; Refused as
 * `refusePlace` says
 */
export async function download(request: DownloadRequest): Promise<Download> {
  const { signal, maxBytes, deadlineMs, refusePlace } = request;
  const spent = findSpent();
  if (spent !== undefined) throw new Unavailable(spent.message, spent);
  const timed = AbortSignal.any([signal, AbortSignal.timeout(deadlineMs)]);
  let { url } = request;
  let rule: ReturnType<PlaceRule> | undefined;
  try {
    for (let step = 0; step <= mostMoves; step++) {
      if (step === 0 && !isSafePlace(url, url)) throw refuseUnsafe(request, url);
      rule = refusePlace?.(url);
      // Nothing says who asks, and fetch takes no such address.
      if (url.username !== '' || url.password !== '') {
        const message = `the address of its content, at ${url.host}, has a user or a password in it`;
        throw giveUp(request, message);
      }
      const response = await fetch(url, { redirect: 'manual', signal: timed });
      const { status, headers } = response;
      if (status === 200) {
        const content = await readBody(response, maxBytes);
        spend('bytes', content.length);
        return { kind: 'whole', content };
      }
      await response.body?.cancel();
      const location = moves.includes(status) ? headers.get('location') : null;
      if (location === null) return refuse(url, status, headers);
      url = follow(location, url, request);
    }
    throw giveUp(request, `the storage at ${url.host} moved the content in a circle`);
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof BodyTooLarge) {
      spend('bytes', maxBytes);
      return { kind: 'too-large' };
    }
    if (error instanceof Unavailable || error instanceof Refused) throw error;
    const why = describeFailure(error);
    if (rule === 'any-name' && unknownHost.includes(why))
      return { kind: 'nowhere', host: url.host };
    throw new Unavailable(`the download from ${url.host} broke off: ${why}`);
  }
}

function giveUp({ refusePlace }: DownloadRequest, message: string): Error {
  if (refusePlace === undefined) return new Unavailable(message);
  return new Refused('ci-strange-answer', message);
}

function follow(location: string, from: URL, request: DownloadRequest): URL {
  const next = URL.canParse(location, from) ? new URL(location, from) : undefined;
  if (next !== undefined && isSafePlace(next, from)) return next;
  throw giveUp(request, `the storage at ${from.host} moved the content to no safe place`);
}

function refuseUnsafe(request: DownloadRequest, { host }: URL): Error {
  return giveUp(request, `the address of its content, at ${host}, is not https`);
}

function refuse(url: URL, status: number, headers: Headers): Download {
  if (status < 500 && !isLimited({ status, headers, text: '' })) return { kind: 'refused', status };
  const retryAfterMs = readRetryAfterMs(headers);
  throw new Unavailable(`the storage at ${url.host} is out of order (${status})`, {
    retryAfterMs,
  });
}
