import { endpoint } from '@octokit/endpoint';
import { AnswerTooLarge, ListTooLong, Refused } from '../platform-errors.ts';
import { askForChange } from '../rest/ask-for-change.ts';
import { readFields } from '../rest/fields.ts';
import type { TaggedAnswers } from '../rest/keep-tagged.ts';
import { readAnswer } from '../rest/read-answer.ts';
import {
  type Credentials,
  type FindTag,
  type LocatedAnswer,
  readPlace,
  sendQuestion,
} from '../rest/rest-client.ts';
import type { Sender } from '../rest/sender.ts';
import type { SharedBudget } from '../rest/share-budget.ts';
import type {
  Asker,
  Check,
  GithubClient,
  PageOptions,
  Parse,
  Question,
  RepositoryPlace,
} from './client.ts';
import type { WriteQueue } from './queue-writes.ts';
import type { Route } from './routes.ts';

export interface ClientParts {
  apiUrl: string;
  sender: Sender;
  credentials: Credentials<Asker>;
  /** For messages. */
  asker: 'app' | 'token';
  writes: WriteQueue;
  creations: SharedBudget;
  answers: TaggedAnswers;
  /** Aborted, with an Unavailable as its reason: nothing is asked any more. */
  stop: AbortSignal;
}

interface Described {
  asker: Asker;
  /** `owner/name`; empty where it is about none. */
  place: string;
  what: string;
  route: string;
  parameters: Readonly<Record<string, unknown>>;
  signal: AbortSignal | undefined;
}

/** Each a multiple of the next, so that what was read ends where a page of the next size begins. */
const pageSizes = [100, 20, 5, 1] as const;

/** For each page of 100: as many as it takes where none of more than 5 entries fits, and some of one. */
const mostAskedForPage = 40;

export function createGithubClient(parts: ClientParts): GithubClient {
  const { answers, apiUrl, asker, creations, credentials, sender, stop, writes } = parts;
  const send = (described: Described, findTag?: FindTag): Promise<LocatedAnswer> => {
    const { parameters, place, route, signal, what } = described;
    const { body, method, url } = expand(apiUrl, route, parameters);
    return sendQuestion(sender, credentials, {
      ...{ asker: described.asker, what, method, url: new URL(url), share: place },
      // What makes something new is not asked for twice when nobody knows whether it was made.
      mayRepeat: method !== 'POST',
      signal: signal === undefined ? stop : AbortSignal.any([stop, signal]),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(findTag === undefined ? {} : { findTag }),
    });
  };
  const readJson = ({ what }: Described, answer: LocatedAnswer): unknown =>
    readAnswer('GitHub', what, answer, asker);
  const readWhole = <D, T>(described: Described, answer: LocatedAnswer, parse: Parse<D, T>): T =>
    parse(readFields(readJson(described, answer), nameAnswer(described)));
  const readTagged = <T>(
    described: Described,
    reading: unknown,
    use: (answer: LocatedAnswer) => T,
  ): Promise<T> =>
    askForChange<T>(answers, {
      address: [described.asker, described.route, described.parameters],
      reading,
      ask: (findTag) => send(described, findTag),
      use,
      count: countCharacters,
    });
  const write = async <R extends Route, D, T>(
    question: Question<R>,
    parse: Parse<D, T>,
    check?: Check,
  ): Promise<T> => {
    const described = describe(question);
    return writes.run(accountOf(described), described.place, async () => {
      await check?.();
      return readWhole(described, await send(described), parse);
    });
  };
  return {
    sender,
    read: <R extends Route, D, T>(question: Question<R>, parse: Parse<D, T>) => {
      const described = describe(question);
      return readTagged(described, parse, (answer) => readWhole(described, answer, parse));
    },
    readPages: async <R extends Route, D, T, L extends string | undefined>(
      question: Question<R>,
      { list, mostPages, isCut = false, holdsProse = false }: PageOptions<L>,
      parse: Parse<D, T>,
    ) => {
      const all: T[] = [];
      // A page that is full may have got a next one, which is no change of the page itself.
      let mayGoOn = true;
      let size = 0;
      // A page may have fewer entries than it could, and others may follow it.
      let offset = 0;
      const mostAsked = mostPages * mostAskedForPage;
      for (let asked = 0; mayGoOn && offset < mostPages * 100 && asked < mostAsked; asked++) {
        const perPage = pageSizes[size] ?? 1;
        const page = offset / perPage + 1;
        const described = describe(question, { per_page: perPage, page });
        const found = await readTagged(described, parse, (answer) => ({
          items: readList(readJson(described, answer), list, nameAnswer(described)).map((item) =>
            parse(readFields(item, nameAnswer(described))),
          ),
          // An answer that says that nothing changed has no links.
          hasNext: /rel="?next"?/.test(answer.headers.get('link') ?? ''),
        })).catch((error: unknown) => {
          const mayShrink = holdsProse && size < pageSizes.length - 1;
          if (mayShrink && error instanceof AnswerTooLarge) return undefined;
          throw error;
        });
        if (found === undefined) {
          size += 1;
          continue;
        }
        all.push(...found.items);
        offset += perPage;
        mayGoOn = found.hasNext || found.items.length >= perPage;
        // What was too large may lie behind: the next larger page is tried where one begins.
        if (size > 0 && offset % (pageSizes[size - 1] ?? 1) === 0) size -= 1;
      }
      if (!mayGoOn || isCut) return all;
      const { what } = describe(question);
      throw new ListTooLong(`GitHub has more than ${all.length} entries for ${what}`);
    },
    readCursor: async (question, parse) => {
      const described = describe(question);
      const answer = await send(described);
      const where = nameAnswer(described);
      const items = readList(readJson(described, answer), undefined, where);
      const next = /[?&]cursor=([^&>]+)[^>]*>; *rel="?next"?/.exec(
        answer.headers.get('link') ?? '',
      )?.[1];
      return {
        items: items.map((item) => parse(readFields(item, where))),
        ...(next === undefined ? {} : { next: decodeURIComponent(next) }),
      };
    },
    locate: async (question) => {
      const described = describe(question);
      return readPlace('GitHub', described.what, await send(described), asker);
    },
    write,
    create: async (question, parse, check) => {
      const described = describe(question);
      creations.take(accountOf(described), described.place);
      return write(question, parse, check);
    },
  };
}

function expand(apiUrl: string, route: string, parameters: Readonly<Record<string, unknown>>) {
  // A server of one’s own has its other API beside the one of routes.
  const baseUrl = route === 'POST /graphql' ? apiUrl.replace(/\/api\/v3$/, '/api') : apiUrl;
  const expanded = endpoint(route, { ...parameters, baseUrl });
  const body: unknown = expanded.body;
  return { body, method: expanded.method, url: expanded.url };
}

/** Of what writes, which is nobody without an installation. */
function accountOf({ asker }: Described): 'app' | number {
  if (asker === 'app') return asker;
  if ('installation' in asker) return asker.installation;
  throw new Refused('ci-not-allowed', `nothing is written in ${asker.reads}: the token only reads`);
}

function countCharacters(value: unknown): number {
  return value === undefined ? 0 : JSON.stringify(value).length;
}

function nameAnswer({ what }: Described): string {
  return `GitHub’s answer for ${what}`;
}

function describe(
  question: {
    repository?: RepositoryPlace;
    installation?: number;
    what: string;
    route: string;
    parameters?: Readonly<Record<string, unknown>>;
    signal?: AbortSignal;
  },
  extra: Readonly<Record<string, unknown>> = {},
): Described {
  const { installation, parameters, repository, route, signal, what } = question;
  if (repository === undefined) {
    const asker = installation === undefined ? 'app' : { installation };
    return { asker, place: '', what, route, parameters: { ...parameters, ...extra }, signal };
  }
  const { owner, name } = repository;
  const place = `${owner}/${name}`;
  const asker =
    repository.installation === undefined
      ? { reads: place }
      : { installation: repository.installation };
  const whole = { owner, repo: name, ...parameters, ...extra };
  return { asker, place, what: `${what} of ${place}`, route, parameters: whole, signal };
}

function readList(data: unknown, list: string | undefined, where: string): unknown[] {
  const found: unknown =
    list !== undefined && typeof data === 'object' && data !== null
      ? Reflect.get(data, list)
      : data;
  if (Array.isArray(found)) return found;
  const place = list === undefined ? '' : ` at ${list}`;
  throw new Refused('ci-strange-answer', `${where} has no list${place}`);
}
