import type { RequestParameters } from '@octokit/types';
import { AnswerTooLarge, ListTooLong, Refused } from '../platform-errors.ts';
import { type ContentPlace, readPlace } from '../rest/content-place.ts';
import { type Fields, readFields } from '../rest/fields.ts';
import type { Account } from '../rest/pause-on-limits.ts';
import type { Sender } from '../rest/sender.ts';
import type { SharedBudget } from '../rest/share-budget.ts';
import type { ActAs, Asker } from './act-as.ts';
import type { Asking } from './open-octokit.ts';
import type { WriteQueue } from './queue-writes.ts';

export interface RepositoryPlace {
  owner: string;
  name: string;
  /** The app is installed there by this number. Where it is not known, the token may only read. */
  installation?: number;
}

export interface Question {
  /** Given, the installation of this repository asks. Without it the app itself does, or that installation. */
  repository?: RepositoryPlace;
  installation?: number;
  /** For messages, without the repository: "run 812". */
  what: string;
  signal?: AbortSignal;
}

/** The parameters of octokit’s methods for the repository in question. */
export type At = RequestParameters & { owner: string; repo: string };

export interface Page {
  per_page: number;
  page: number;
}

export type Call<D> = (octokit: Asking, at: At) => Promise<{ data: D }>;
export type Locate = (
  octokit: Asking,
  at: At,
) => Promise<{ url: string; headers: { location?: string } }>;
export type Pages<D> = (
  octokit: Asking,
  at: At & Page,
) => AsyncIterable<{
  data: D[];
  headers: { link?: string };
}>;

export interface ListOptions<D> {
  /** Pages of 100 entries. */
  mostPages: number;
  /** A list with more is cut, and otherwise refused. */
  isCut?: boolean;
  /** Its entries hold what strangers wrote: a page that is too large is asked for again as smaller ones. */
  holdsProse?: boolean;
  /** Whether nothing is wanted of what follows. */
  isLast?(entry: Fields<D>): boolean;
}

export type Check = () => Promise<void>;

/**
 * GitHub’s API for all of this process, within its limits. Answers are read field by field, and are not checked
 * again. Everything throws Unavailable and Refused.
 */
export interface GithubClient {
  readonly sender: Sender;
  ask<D>(question: Question, call: Call<D>): Promise<Fields<D>>;
  /** All pages of a list, in GitHub's order. @throws ListTooLong */
  list<D>(question: Question, options: ListOptions<D>, pages: Pages<D>): Promise<Fields<D>[]>;
  /** The place of content, for about a minute. */
  locate(question: Question, call: Locate): Promise<ContentPlace>;
  /**
   * Waits for its turn.
   * @param check asked when that has come; where it throws nothing is written
   * @throws what `check` throws
   */
  write<D>(question: Question, call: Call<D>, check?: Check): Promise<Fields<D>>;
  /** The same for what notifies people: GitHub allows few of those. */
  create<D>(question: Question, call: Call<D>, check?: Check): Promise<Fields<D>>;
}

export interface ClientParts {
  sender: Sender;
  actAs: ActAs;
  writes: WriteQueue;
  creations: SharedBudget;
  /** Whose limit everything counts for where one token asks, which may write. */
  account?: Account;
  /** Aborted, with an Unavailable as its reason: nothing is asked any more. */
  stop: AbortSignal;
}

/** Each a multiple of the next, so that what was read ends where a page of the next size begins. */
const pageSizes = [100, 20, 5, 1] as const;

/** For each page of 100: as many as it takes where none of more than 5 entries fits, and some of one. */
const mostAskedForPage = 40;

export function createGithubClient(parts: ClientParts): GithubClient {
  const { actAs, creations, sender, stop, writes } = parts;
  const accountOf = (asker: Asker): Account => parts.account ?? findAccount(asker);
  const open = async (question: Question) => {
    const { asker, at, place: share, signal, what } = describe(question);
    const ends = signal === undefined ? stop : AbortSignal.any([stop, signal]);
    const octokit = await actAs(asker, { what, share, signal: ends });
    return { octokit, at, what, where: `GitHub’s answer for ${what}` };
  };
  const ask = async <D>(question: Question, call: Call<D>): Promise<Fields<D>> => {
    const { at, octokit, where } = await open(question);
    const { data } = await call(octokit, at).catch(refuseGraphql);
    return readFields<D>(data, where);
  };
  const write = <D>(question: Question, call: Call<D>, check?: Check): Promise<Fields<D>> => {
    const { asker, place } = describe(question);
    return writes.run(accountOf(asker), place, async () => {
      await check?.();
      return ask(question, call);
    });
  };
  return {
    ...{ sender, ask, write },
    list: async <D>(
      question: Question,
      { mostPages, isCut = false, holdsProse = false, isLast }: ListOptions<D>,
      pages: Pages<D>,
    ) => {
      const { at, octokit, what, where } = await open(question);
      const all: Fields<D>[] = [];
      let size = 0;
      // A page may have fewer entries than it could, and others may follow it.
      let offset = 0;
      let left = mostPages * mostAskedForPage;
      /** @returns whether all was read that there is */
      const readOn = async (): Promise<boolean> => {
        const perPage = pageSizes[size] ?? 1;
        const place = { ...at, per_page: perPage, page: offset / perPage + 1 };
        for await (const { data, headers } of pages(octokit, place)) {
          if (!Array.isArray(data)) throw new Refused('ci-strange-answer', `${where} has no list`);
          const entries = data.map((entry) => readFields<D>(entry, where));
          all.push(...entries);
          offset += perPage;
          left -= 1;
          const isEnd = !/rel="?next"?/.test(headers.link ?? '');
          if (isEnd || (isLast !== undefined && entries.some(isLast))) return true;
          if (offset >= mostPages * 100 || left <= 0) return false;
          // Entries that were too large may lie behind: the next larger page is tried where one begins.
          if (size > 0 && offset % (pageSizes[size - 1] ?? 1) === 0) {
            size -= 1;
            return false;
          }
        }
        return true;
      };
      while (offset < mostPages * 100 && left > 0) {
        try {
          if (await readOn()) return all;
        } catch (error) {
          const mayShrink = holdsProse && size < pageSizes.length - 1;
          if (!mayShrink || !(error instanceof AnswerTooLarge)) throw error;
          left -= 1;
          size += 1;
        }
      }
      if (isCut) return all;
      throw new ListTooLong(`GitHub has more than ${all.length} entries for ${what}`);
    },
    locate: async (question, call) => {
      const { at, octokit, what } = await open(question);
      const found = await call(octokit, at).catch((error: unknown) => {
        if (error instanceof Refused && error.status === 410) return undefined;
        throw error;
      });
      if (found === undefined) return { kind: 'gone' };
      return readPlace('GitHub', what, found.headers.location, new URL(found.url));
    },
    create: (question, call, check) => {
      const { asker, place } = describe(question);
      creations.take(accountOf(asker), place);
      return write(question, call, check);
    },
  };
}

/** The account that a write counts for; a token that only reads has none. */
function findAccount(asker: Asker): 'app' | number {
  if (asker === 'app') return asker;
  if ('installation' in asker) return asker.installation;
  throw new Refused('ci-not-allowed', `nothing is written in ${asker.reads}: the token only reads`);
}

/** GitHub’s other API answers 200 to what it refuses. */
function refuseGraphql(error: unknown): never {
  if (!(error instanceof Error) || error.name !== 'GraphqlResponseError') throw error;
  throw new Refused('ci-not-allowed', `GitHub said: ${error.message}`);
}

interface Described {
  asker: Asker;
  at: At;
  /** `owner/name`; empty where it is about none. */
  place: string;
  what: string;
  signal: AbortSignal | undefined;
}

function describe({ installation, repository, signal, what }: Question): Described {
  if (repository === undefined) {
    const asker = installation === undefined ? 'app' : { installation };
    return { asker, at: { owner: '', repo: '' }, place: '', what, signal };
  }
  const { owner, name } = repository;
  const place = `${owner}/${name}`;
  const asker =
    repository.installation === undefined
      ? { reads: place }
      : { installation: repository.installation };
  return { asker, at: { owner, repo: name }, place, what: `${what} of ${place}`, signal };
}
