import { type Fields, readFields } from '../../../src/transport/rest/fields.ts';
import type { Repository } from '../subject.ts';
import type { Account } from './connect-app.ts';
import { explainError } from './explain-failure.ts';
import { GithubRefused } from './github-side.ts';
import type { WriteQueue } from './queue-writes.ts';
import type { ApiAnswer, ApiRequest } from './send-request.ts';
import type { SharedBudget } from './share-budget.ts';

export interface Question {
  /** Of a repository: its installation asks. Without it the app itself does, or that installation. */
  repository?: Repository;
  installation?: number;
  /** For messages, without the repository: "run 812". */
  what: string;
  route: string;
  parameters?: Readonly<Record<string, unknown>>;
}

/** Reads what a document says; what is missing or strange in it is refused. */
export type Parse<T> = (document: Fields, raw: unknown) => T;

export interface PageOptions {
  /** The name of the list where it stands in an object. */
  list?: string;
  /** Of 100 entries. */
  mostPages: number;
  /** A list with more is cut, and otherwise refused. */
  isCut?: boolean;
}

/** GitHub's API for whoever is installed where. Answers are parsed here, and nobody checks them again. */
export interface GithubApi {
  readonly appId: number;
  /** @throws GithubUnavailable, GithubRefused */
  read<T>(question: Question, parse: Parse<T>): Promise<T>;
  /**
   * All pages of a list, in GitHub's order.
   * @throws GithubUnavailable, GithubRefused
   */
  readPages<T>(question: Question, options: PageOptions, parse: Parse<T>): Promise<T[]>;
  /** One page of a list that goes on at a cursor; undefined at its end. */
  readCursor<T>(question: Question, parse: Parse<T>): Promise<{ items: T[]; next?: string }>;
  /** Waits for its turn. @throws GithubUnavailable, GithubRefused */
  write<T>(question: Question, parse: Parse<T>): Promise<T>;
  /** The same for what notifies people: GitHub allows few of those. */
  create<T>(question: Question, parse: Parse<T>): Promise<T>;
}

export interface ApiParts {
  appId: number;
  send: (request: ApiRequest) => Promise<ApiAnswer>;
  writes: WriteQueue;
  creations: SharedBudget;
}

export function createApi({ appId, send, writes, creations }: ApiParts): GithubApi {
  const ask = async <T>(
    question: Question,
    extra: Readonly<Record<string, unknown>>,
    use: (answer: ApiAnswer, where: string) => T,
  ): Promise<T> => {
    const request = describe(question, extra);
    const answer = await send(request);
    try {
      return use(answer, `GitHub’s answer for ${request.what}`);
    } catch (error) {
      throw explainError(error);
    }
  };
  const readOne = <T>(question: Question, parse: Parse<T>): Promise<T> =>
    ask(question, {}, ({ data }, where) => parse(readFields(data, where), data));
  const write = <T>(question: Question, parse: Parse<T>): Promise<T> => {
    const { account, repository } = describe(question, {});
    return writes.run(account, repository, () => readOne(question, parse));
  };
  return {
    appId,
    read: readOne,
    readPages: async <T>(
      question: Question,
      { list, mostPages, isCut = false }: PageOptions,
      parse: Parse<T>,
    ) => {
      const all: T[] = [];
      for (let page = 1; page <= mostPages; page++) {
        const next = await ask(question, { per_page: 100, page }, ({ data, headers }, where) => {
          const items = readList(data, list, where);
          all.push(...items.map((item) => parse(readFields(item, where), item)));
          return /rel="?next"?/.test(headers.get('link') ?? '');
        });
        if (!next) return all;
      }
      if (isCut) return all;
      const { what } = describe(question, {});
      throw new GithubRefused(`GitHub has more than ${mostPages * 100} entries for ${what}`);
    },
    readCursor: (question, parse) =>
      ask(question, {}, ({ data, headers }, where) => {
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
    create: async (question, parse) => {
      const { account, repository } = describe(question, {});
      creations.take(account, repository);
      return write(question, parse);
    },
  };
}

function describe(question: Question, extra: Readonly<Record<string, unknown>>): ApiRequest {
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
  throw new GithubRefused(`${where} has no list${list === undefined ? '' : ` at ${list}`}`);
}
