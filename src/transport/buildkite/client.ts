import { ListTooLong } from '../platform-errors.ts';
import { createSizedCache } from '../../async/sized-cache.ts';
import { readAnswer } from '../rest/read-answer.ts';
import { type ContentPlace, readPlace } from '../rest/content-place.ts';
import type { Authorization, RestAnswer, RestRequest, Sender } from '../rest/sender.ts';

export interface BuildkiteQuestion {
  /** Below the address of the API, its parts encoded. */
  path: string;
  query?: Readonly<Record<string, string>>;
  /** For messages, e.g. "build acme/sync/42". */
  what: string;
  signal: AbortSignal;
}

/** Buildkite's API, with a token that goes nowhere else. */
export interface BuildkiteClient {
  readonly sender: Sender;
  /** @throws Unavailable, Refused */
  getJson(question: BuildkiteQuestion): Promise<unknown>;
  /**
   * All pages of a list, of 100 entries each.
   * @throws Unavailable; ListTooLong where there are more; Refused
   */
  getPages<T>(
    question: BuildkiteQuestion,
    readPage: (page: unknown) => readonly T[],
    most: number,
  ): Promise<T[]>;
  /**
   * The place from which some content can be fetched without a token, for about a minute. @throws Unavailable, Refused
   */
  locate(question: BuildkiteQuestion): Promise<ContentPlace>;
  /**
   * Asks for a change, once.
   * @returns what it answered, refusals too
   * @throws Unavailable where it may have been done or not; Refused
   */
  put(question: BuildkiteQuestion): Promise<RestAnswer>;
}

const perPage = 100;
/** A build with some hundred jobs has a million. */
const mostKeptCharacters = 8_000_000;

export function createBuildkiteClient(
  apiUrl: string,
  sender: Sender,
  authorization: Authorization,
): BuildkiteClient {
  const { service } = sender;
  const answers = createSizedCache<{ tag: string; answer: RestAnswer }>(mostKeptCharacters);
  const describe = (
    { path, query = {}, signal }: BuildkiteQuestion,
    method = 'GET',
  ): RestRequest => {
    const url = new URL(`${apiUrl}${path}`);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    return { authorization, method, mayRepeat: method === 'GET', signal, url };
  };
  const getJson = async (question: BuildkiteQuestion): Promise<unknown> => {
    const described = describe(question);
    const address = described.url.href;
    const known = answers.find(address);
    const tag = known === undefined ? {} : { tag: known.tag };
    const answer = await sender.send({ ...described, ...tag });
    if (known !== undefined && answer.status === 304)
      return readAnswer(service, question.what, known.answer);
    const etag = answer.headers.get('etag');
    if (answer.status === 200 && etag !== null) {
      answers.keep(address, { tag: etag, answer }, address.length + answer.text.length);
    }
    return readAnswer(service, question.what, answer);
  };

  return {
    sender,
    getJson,
    getPages: async <T>(
      question: BuildkiteQuestion,
      readPage: (page: unknown) => readonly T[],
      most: number,
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
      const request = describe(question);
      const answer = await sender.send(request);
      if (answer.status === 410) return { kind: 'gone' };
      if (answer.status !== 302) readAnswer(service, question.what, answer);
      return readPlace(service, question.what, answer.headers.get('location'), request.url);
    },
    put: (question) => sender.send(describe(question, 'PUT')),
  };
}
