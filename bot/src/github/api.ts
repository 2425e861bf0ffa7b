import { type Fields, readFields } from '../../../src/transport/rest/fields.ts';
import type { Repository } from '../subject.ts';
import type { Account } from './connect-app.ts';
import { AnswerTooLarge, Refused } from '../../../src/transport/platform-errors.ts';
import type { WriteQueue } from '../../../src/transport/github/queue-writes.ts';
import type { ApiAnswer, ApiRequest } from './send-request.ts';
import type { SharedBudget } from '../../../src/transport/rest/share-budget.ts';
import type { TaggedAnswers } from '../../../src/transport/rest/keep-tagged.ts';

export interface Question {
  /** With a repository, its installation asks. Without it the app itself does, or that installation. */
  repository?: Repository;
  installation?: number;
  /** For messages, without the repository: "run 812". */
  what: string;
  route: string;
  parameters?: Readonly<Record<string, unknown>>;
}

/**
 * Reads what a document says; what is missing or malformed in it is refused. Where it is always the same function,
 * what it made of an answer is kept until GitHub has another one.
 */
export type Parse<T> = (document: Fields, raw: unknown) => T;

export interface PageOptions {
  /** The name of the list where it stands in an object. */
  list?: string;
  /** Most pages, of 100 entries each. */
  mostPages: number;
  /** A list with more is cut, and otherwise refused. */
  isCut?: boolean;
  /** Its entries hold what strangers wrote: a page that is too large is asked for again as smaller ones. */
  holdsProse?: boolean;
}

/** GitHub's API, as the app or one of its installations. Answers are parsed here, and nobody checks them again. */
export interface GithubApi {
  readonly appId: number;
  /** @throws Unavailable, Refused */
  read<T>(question: Question, parse: Parse<T>): Promise<T>;
  /**
   * All pages of a list, in GitHub's order.
   * @throws Unavailable, Refused
   */
  readPages<T>(question: Question, options: PageOptions, parse: Parse<T>): Promise<T[]>;
  /** One page of a list that goes on at a cursor; undefined at its end. */
  readCursor<T>(question: Question, parse: Parse<T>): Promise<{ items: T[]; next?: string }>;
  /**
   * Waits for its turn.
   * @param check asked when that has come; where it throws nothing is written
   * @throws Unavailable, Refused, and what `check` throws
   */
  write<T>(question: Question, parse: Parse<T>, check?: Check): Promise<T>;
  /** The same for what notifies people: GitHub allows few of those. */
  create<T>(question: Question, parse: Parse<T>, check?: Check): Promise<T>;
}

export type Check = () => Promise<void>;

export interface ApiParts {
  appId: number;
  send: (request: ApiRequest) => Promise<ApiAnswer>;
  writes: WriteQueue;
  creations: SharedBudget;
  answers: TaggedAnswers;
}

/** Each a multiple of the next, so that what was read ends where a page of the next size begins. */
const pageSizes = [100, 20, 5, 1] as const;

/** For each page of 100: as many as it takes where none of more than 5 entries fits, and some of one. */
const mostAskedForPage = 40;

export function createApi({ appId, send, writes, creations, answers }: ApiParts): GithubApi {
  const ask = async <T>(request: ApiRequest, use: UseAnswer<T>): Promise<T> => {
    return use(await send(request), `GitHub’s answer for ${request.what}`);
  };
  /** @param reading that `use` is made with, and nothing else */
  const askForChange = async <T>(
    request: ApiRequest,
    reading: unknown,
    use: UseAnswer<T>,
  ): Promise<T> => {
    const { account, parameters, route } = request;
    const address = JSON.stringify([account, route, parameters]);
    const known = answers.find(address, reading);
    const tagged = known === undefined ? request : { ...request, tag: known.tag };
    return ask(tagged, (answer, where) => {
      if (known !== undefined && answer.isUnchanged === true) return known.value as T;
      const value = use(answer, where);
      const tag = answer.headers.get('etag');
      if (tag !== null) answers.keep(address, reading, { tag, value }, countCharacters(value));
      return value;
    });
  };
  const write = <T>(question: Question, parse: Parse<T>, check?: Check): Promise<T> => {
    const request = describe(question);
    return writes.run(request.account, request.repository, async () => {
      await check?.();
      return ask(request, readWhole(parse));
    });
  };
  return {
    appId,
    read: (question, parse) => askForChange(describe(question), parse, readWhole(parse)),
    readPages: async <T>(
      question: Question,
      { list, mostPages, isCut = false, holdsProse = false }: PageOptions,
      parse: Parse<T>,
    ) => {
      const all: T[] = [];
      let hasNext = true;
      // A page that is full may have got a next one, which is no change of the page itself.
      let mayGoOn = true;
      let size = 0;
      // A page may have fewer entries than it could, and others may follow it.
      let offset = 0;
      const mostAsked = mostPages * mostAskedForPage;
      for (let asked = 0; mayGoOn && offset < mostPages * 100 && asked < mostAsked; asked++) {
        const perPage = pageSizes[size] ?? 1;
        const page = offset / perPage + 1;
        const request = describe(question, { per_page: perPage, page });
        const found = await askForChange(request, parse, readPage(list, parse)).catch(
          (error: unknown) => {
            const mayShrink = holdsProse && size < pageSizes.length - 1;
            if (mayShrink && error instanceof AnswerTooLarge) return undefined;
            throw error;
          },
        );
        if (found === undefined) {
          size += 1;
          continue;
        }
        all.push(...found.items);
        offset += perPage;
        hasNext = found.hasNext;
        mayGoOn = hasNext || found.items.length >= perPage;
        // What was too large may lie behind: the next larger page is tried where one begins.
        if (size > 0 && offset % (pageSizes[size - 1] ?? 1) === 0) size -= 1;
      }
      if (!hasNext || isCut) return all;
      const { what } = describe(question);
      throw new Refused(
        'ci-strange-answer',
        `GitHub has more than ${all.length} entries for ${what}`,
      );
    },
    readCursor: (question, parse) =>
      ask(describe(question), ({ data, headers }, where) => {
        const items = readList(data, undefined, where);
        const next = /[?&]cursor=([^&>]+)[^>]*>; *rel="?next"?/.exec(
          headers.get('link') ?? '',
        )?.[1];
        return {
          items: items.map((item) => parse(readFields(item, where), item)),
          ...(next === undefined ? {} : { next: decodeURIComponent(next) }),
        };
      }),
    write,
    create: async (question, parse, check) => {
      const { account, repository } = describe(question);
      creations.take(account, repository);
      return write(question, parse, check);
    },
  };
}

function countCharacters(value: unknown): number {
  return value === undefined ? 0 : JSON.stringify(value).length;
}

type UseAnswer<T> = (answer: ApiAnswer, where: string) => T;

function readWhole<T>(parse: Parse<T>): UseAnswer<T> {
  return ({ data }, where) => parse(readFields(data, where), data);
}

function readPage<T>(
  list: string | undefined,
  parse: Parse<T>,
): UseAnswer<{ items: T[]; hasNext: boolean }> {
  return ({ data, headers }, where) => ({
    items: readList(data, list, where).map((item) => parse(readFields(item, where), item)),
    // An answer that says that nothing changed has no links.
    hasNext: /rel="?next"?/.test(headers.get('link') ?? ''),
  });
}

function describe(question: Question, extra: Readonly<Record<string, unknown>> = {}): ApiRequest {
  const { repository, installation, what, route, parameters } = question;
  const account: Account = repository?.installation ?? installation ?? 'app';
  if (repository === undefined) {
    return { account, repository: '', what, route, parameters: { ...parameters, ...extra } };
  }
  const { owner, name } = repository;
  const place = `${owner}/${name}`;
  const whole = { owner, repo: name, ...parameters, ...extra };
  return { account, repository: place, what: `${what} of ${place}`, route, parameters: whole };
}

function readList(data: unknown, list: string | undefined, where: string): unknown[] {
  const found: unknown =
    list !== undefined && typeof data === 'object' && data !== null
      ? Reflect.get(data, list)
      : data;
  if (Array.isArray(found)) return found;
  throw new Refused(
    'ci-strange-answer',
    `${where} has no list${list === undefined ? '' : ` at ${list}`}`,
  );
}
