import { ListTooLong, Refused } from '../platform-errors.ts';
import { askForChange } from './ask-for-change.ts';
import { keepTagged } from './keep-tagged.ts';
import { readAnswer } from './read-answer.ts';
import { isSafePlace } from './safe-place.ts';
import type { Authorization, RestAnswer, Sender } from './sender.ts';

export interface Credentials {
  /** @throws Unavailable, Refused */
  authorize(repository: string, signal: AbortSignal): Promise<Authorization>;
  /** The platform did not take it. @returns whether another may be had at once */
  discard(repository: string): boolean;
}

export interface RestQuestion {
  /** Below the address of the API, its parts encoded. */
  path: string;
  query?: Readonly<Record<string, string>>;
  /** Whose token is to be used, where each repository has one; empty otherwise. */
  repository: string;
  /** For messages, e.g. "run 812 of acme/sync". */
  what: string;
  signal: AbortSignal;
}

export type ContentPlace = { kind: 'at'; url: URL } | { kind: 'gone' };

/** Talks to one API, with a token that goes nowhere else. */
export interface RestClient {
  readonly service: string;
  readonly sender: Sender;
  /** @throws Unavailable, Refused */
  getJson(question: RestQuestion): Promise<unknown>;
  /**
   * All pages of a list.
   * @param most of 100 entries each; 50 when absent
   * @throws Unavailable; ListTooLong where there are more; Refused
   */
  getPages<T>(
    question: RestQuestion,
    readPage: (page: unknown) => readonly T[],
    most?: number,
  ): Promise<T[]>;
  /** Where some content can be fetched without a token, for about a minute. @throws Unavailable, Refused */
  locate(question: RestQuestion): Promise<ContentPlace>;
  /**
   * Asks for a change, once.
   * @returns what it answered, refusals too
   * @throws Unavailable where it may have been done or not; Refused
   */
  put(question: RestQuestion): Promise<RestAnswer>;
}

const perPage = 100;
/** GitHub gives no more of a run's artifacts or jobs; a list without an end would be an attack. */
const mostPages = 50;
/** An artifact, a run or a job has some thousand. */
const mostKeptCharacters = 8_000_000;
/** A repository that was renamed is one step away. */
const mostMoves = 3;
const moves: readonly number[] = [301, 307, 308];

export function createRestClient(
  apiUrl: string,
  sender: Sender,
  credentials: Credentials,
): RestClient {
  const base = apiUrl.replace(/\/+$/, '');
  const { service } = sender;
  const sendForChange = askForChange(sender, keepTagged(mostKeptCharacters));

  const send = async (
    question: RestQuestion,
    url: URL,
    method: 'GET' | 'PUT' = 'GET',
  ): Promise<RestAnswer> => {
    const { repository, signal } = question;
    const authorization = await credentials.authorize(repository, signal);
    const answer = await sendForChange({ method, url, authorization, signal });
    if (answer.status !== 401 || !credentials.discard(repository)) return answer;
    const renewed = await credentials.authorize(repository, signal);
    return sendForChange({ method, url, authorization: renewed, signal });
  };

  const ask = async (question: RestQuestion): Promise<RestAnswer & { url: URL }> => {
    let url = writeUrl(base, question);
    for (let step = 0; step <= mostMoves; step++) {
      const answer = await send(question, url);
      if (!moves.includes(answer.status)) return { ...answer, url };
      const next = readLocation(answer, url);
      if (next === undefined || next.origin !== url.origin) {
        const message = `${service} sent the question for ${question.what} to another host`;
        throw new Refused('ci-strange-answer', message);
      }
      url = next;
    }
    throw new Refused('ci-strange-answer', `${service} moved ${question.what} in a circle`);
  };

  const getJson = async (question: RestQuestion): Promise<unknown> =>
    readAnswer(service, question.what, await ask(question));

  return {
    service,
    sender,
    getJson,
    getPages: async <T>(
      question: RestQuestion,
      readPage: (page: unknown) => readonly T[],
      most = mostPages,
    ) => {
      const all: T[] = [];
      for (let page = 1; page <= most; page++) {
        const query = { ...question.query, per_page: String(perPage), page: String(page) };
        const items = readPage(await getJson({ ...question, query }));
        all.push(...items);
        if (items.length < perPage) return all;
      }
      const message = `${service} has more than ${most * perPage} entries for ${question.what}`;
      throw new ListTooLong(message);
    },
    locate: async (question) => {
      const answer = await ask(question);
      if (answer.status === 410) return { kind: 'gone' };
      if (answer.status !== 302) readAnswer(service, question.what, answer);
      const url = readLocation(answer, answer.url);
      // An attacker on the way to the API could send us anywhere; on the way to storage too.
      if (url !== undefined && isSafePlace(url, answer.url)) return { kind: 'at', url };
      const message = `${service} did not say where ${question.what} lies`;
      throw new Refused('ci-strange-answer', message);
    },
    put: (question) => send(question, writeUrl(base, question), 'PUT'),
  };
}

function writeUrl(base: string, { path, query = {} }: RestQuestion): URL {
  const url = new URL(`${base}${path}`);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url;
}

function readLocation({ headers }: RestAnswer, from: URL): URL | undefined {
  const location = headers.get('location');
  return location !== null && URL.canParse(location, from) ? new URL(location, from) : undefined;
}
