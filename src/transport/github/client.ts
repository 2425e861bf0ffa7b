import type { Fields } from '../rest/fields.ts';
import type { ContentPlace } from '../rest/rest-client.ts';
import type { Sender } from '../rest/sender.ts';
import type { DataOf, EntryOf, Fits, ParametersOf, Route } from './routes.ts';

/**
 * Whose token a request carries: that of the app itself; of an installation, with all its rights; or one for a
 * repository that may only read, whatever else the installation may do.
 */
export type Asker = 'app' | { installation: number } | { reads: string };

export interface RepositoryPlace {
  owner: string;
  name: string;
  /** The app is installed there by this number. Where it is not known, the token may only read. */
  installation?: number;
}

export interface Question<R extends Route> {
  /** Of a repository: its installation asks. Without it the app itself does, or that installation. */
  repository?: RepositoryPlace;
  installation?: number;
  /** For messages, without the repository: "run 812". */
  what: string;
  route: R;
  parameters?: ParametersOf<R>;
  signal?: AbortSignal;
}

/**
 * Reads what a document says; what is missing or malformed in it is refused. Where it is always the same function,
 * what it made of an answer is kept until GitHub has another one.
 * @template D the document as GitHub describes it
 */
export type Parse<D, T> = (document: Fields<D>) => T;

export interface PageOptions<L extends string | undefined> {
  /** The name of the list where it stands in an object. */
  list?: L;
  /** Of 100 entries. */
  mostPages: number;
  /** A list with more is cut, and otherwise refused. */
  isCut?: boolean;
  /** Its entries hold what strangers wrote: a page that is too large is asked for again as smaller ones. */
  holdsProse?: boolean;
}

export type Check = () => Promise<void>;

/**
 * GitHub’s API, for whatever asks in this process: it knows the limits. Answers are parsed here, and nobody checks
 * them again. Everything throws Unavailable and Refused.
 */
export interface GithubClient {
  readonly sender: Sender;
  read<R extends Route, D, T>(
    question: Question<R>,
    parse: Parse<D, T> & Fits<DataOf<R>, D>,
  ): Promise<T>;
  /** All pages of a list, in GitHub's order. @throws ListTooLong */
  readPages<R extends Route, D, T, L extends string | undefined = undefined>(
    question: Question<R>,
    options: PageOptions<L>,
    parse: Parse<D, T> & Fits<EntryOf<R, L>, D>,
  ): Promise<T[]>;
  /** One page of a list that goes on at a cursor; undefined at its end. */
  readCursor<R extends Route, D, T>(
    question: Question<R>,
    parse: Parse<D, T> & Fits<EntryOf<R, undefined>, D>,
  ): Promise<{ items: T[]; next?: string }>;
  /** Where content lies, for about a minute. */
  locate<R extends Route>(question: Question<R>): Promise<ContentPlace>;
  /**
   * Waits for its turn.
   * @param check asked when that has come; where it throws nothing is written
   * @throws what `check` throws
   */
  write<R extends Route, D, T>(
    question: Question<R>,
    parse: Parse<D, T> & Fits<DataOf<R>, D>,
    check?: Check,
  ): Promise<T>;
  /** The same for what notifies people: GitHub allows few of those. */
  create<R extends Route, D, T>(
    question: Question<R>,
    parse: Parse<D, T> & Fits<DataOf<R>, D>,
    check?: Check,
  ): Promise<T>;
}
