import { ListTooLong } from '../platform-errors.ts';
import { askForChange } from '../rest/ask-for-change.ts';
import { keepTagged } from '../rest/keep-tagged.ts';
import { readAnswer } from '../rest/read-answer.ts';
import {
  type ContentPlace,
  type Credentials,
  type LocatedAnswer,
  readPlace,
  type RestQuestion,
  sendQuestion,
} from '../rest/rest-client.ts';
import type { RestAnswer, Sender } from '../rest/sender.ts';

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
  /** Where some content can be fetched without a token, for about a minute. @throws Unavailable, Refused */
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
  credentials: Credentials<undefined>,
): BuildkiteClient {
  const { service } = sender;
  const answers = keepTagged(mostKeptCharacters);
  const describe = ({ path, query = {}, signal, what }: BuildkiteQuestion, method = 'GET') => {
    const url = new URL(`${apiUrl}${path}`);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    return { asker: undefined, method, mayRepeat: method === 'GET', signal, url, what };
  };
  const send = (question: RestQuestion<undefined>): Promise<LocatedAnswer> =>
    sendQuestion(sender, credentials, question);
  const getJson = async (question: BuildkiteQuestion): Promise<unknown> => {
    const described = describe(question);
    const answer = await askForChange(answers, {
      address: described.url.href,
      reading: createBuildkiteClient,
      ask: (findTag) => send({ ...described, findTag }),
      use: (found) => found,
      count: ({ text }) => text.length,
    });
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
    locate: async (question) => readPlace(service, question.what, await send(describe(question))),
    put: (question) => send(describe(question, 'PUT')),
  };
}
