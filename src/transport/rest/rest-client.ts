import { Refused } from '../platform-errors.ts';
import { readAnswer } from './read-answer.ts';
import type { Account } from './pause-on-limits.ts';
import { isSafePlace } from './safe-place.ts';
import type { Authorization, RestAnswer, RestRequest, Sender } from './sender.ts';

/** @template Asker whose token a request carries, where there are several */
export interface Credentials<Asker> {
  /** @throws Unavailable, Refused */
  authorize(asker: Asker, signal: AbortSignal): Promise<Authorization>;
  /** The platform rejected it. @returns whether another may be had at once */
  discard(asker: Asker, answer: RestAnswer): boolean;
}

/** @returns the tag of what this account has been answered before */
export type FindTag = (account: Account) => string | undefined;

export interface RestQuestion<Asker> extends Omit<RestRequest, 'authorization' | 'tag'> {
  asker: Asker;
  /** For messages, e.g. "run 812 of acme/sync". */
  what: string;
  findTag?: FindTag;
}

export interface LocatedAnswer extends RestAnswer {
  /** Where it came from: what was asked for may have moved. */
  url: URL;
  account: Account;
}

/** Content can be fetched there without a token, for about a minute. */
export type ContentPlace = { kind: 'at'; url: URL } | { kind: 'gone' };

/** A repository that was renamed is one step away. */
const mostMoves = 3;
const moves: readonly number[] = [301, 307, 308];

/**
 * Sends a question with its token, once more with a new one where the first was rejected, and to where it was
 * moved, which has to be the same host: no token goes anywhere else.
 * @throws Unavailable, Refused
 */
export async function sendQuestion<Asker>(
  sender: Sender,
  credentials: Credentials<Asker>,
  question: RestQuestion<Asker>,
): Promise<LocatedAnswer> {
  const { asker, findTag, what, ...request } = question;
  const { service } = sender;
  const sendAuthorized = async (url: URL): Promise<LocatedAnswer> => {
    const authorization = await credentials.authorize(asker, request.signal);
    const { account } = authorization;
    const tag = findTag?.(account);
    const tagged = tag === undefined ? {} : { tag };
    return { ...(await sender.send({ ...request, ...tagged, url, authorization })), url, account };
  };
  let { url } = request;
  for (let step = 0; step <= mostMoves; step++) {
    let answer = await sendAuthorized(url);
    if (answer.status === 401 && credentials.discard(asker, answer)) {
      answer = await sendAuthorized(url);
    }
    if (!moves.includes(answer.status)) return answer;
    const next = readLocation(answer);
    if (next === undefined || next.origin !== url.origin) {
      const message = `${service} sent the question for ${what} to another host`;
      throw new Refused('ci-strange-answer', message);
    }
    url = next;
  }
  throw new Refused('ci-strange-answer', `${service} moved ${what} in a circle`);
}

/**
 * Where the answer says that content lies.
 * @throws Refused, Unavailable
 */
export function readPlace(
  service: string,
  what: string,
  answer: LocatedAnswer,
  asker: 'app' | 'token' = 'token',
): ContentPlace {
  if (answer.status === 410) return { kind: 'gone' };
  if (answer.status !== 302) readAnswer(service, what, answer, asker);
  const url = readLocation(answer);
  // An attacker on the way to the API could send us anywhere; on the way to storage too.
  if (url !== undefined && isSafePlace(url, answer.url)) return { kind: 'at', url };
  throw new Refused('ci-strange-answer', `${service} did not say where ${what} lies`);
}

function readLocation({ headers, url }: LocatedAnswer): URL | undefined {
  const location = headers.get('location');
  return location !== null && URL.canParse(location, url) ? new URL(location, url) : undefined;
}
