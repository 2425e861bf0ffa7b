/// <reference lib="dom" />
import type { Query } from '../api/addresses.ts';
import type { Problem } from '../api/answers.ts';

/** A page as it was asked for. */
export interface Visit {
  path: string;
  query: URLSearchParams;
  /** Aborted when the reader goes on. */
  signal: AbortSignal;
  /** Writes into the address what the reader chose, without a new page. */
  note(changes: Query): void;
  /** The same, and shows the page again. */
  change(changes: Query): void;
  /** Shows the page at another address instead. */
  moveTo(this: void, address: string): void;
}

export interface Shown {
  title: string;
  content: readonly (Node | string)[];
  /** The repository that the navigation leads through. */
  repository?: string;
  /** After the page is in the document: charts need the size of their frames. */
  start?(): void;
  /** Some of it is still being computed: show the page again soon. */
  isPending?: boolean;
}

export type Page = (visit: Visit) => Promise<Shown>;

/** A part that the address has to name. @throws Fault */
export function requireQuery({ query }: Visit, name: string): string {
  const value = query.get(name);
  if (value !== null && value !== '') return value;
  throw new Fault(
    'This address is incomplete',
    `It names no ${name}. Start again at the overview.`,
  );
}

/** The message to the reader instead of a page. */
export class Fault extends Error {
  override readonly name = 'Fault';
  readonly detail: string;
  constructor(title: string, detail: string) {
    super(title);
    this.detail = detail;
  }
}

/// <reference lib="dom" />

/**
 * An answer of the API. The browser keeps it and asks with its ETag whether it still holds.
 * @throws Fault with what the API says is wrong
 */
export async function readAnswer<Answer>(address: string, signal: AbortSignal): Promise<Answer> {
  const response = await fetch(address, { signal, headers: { accept: 'application/json' } }).catch(
    (error: unknown) => {
      if (signal.aborted) throw error;
      throw new Fault(
        'Perigee does not answer',
        'Check that `perigee serve` or `perigee open` runs.',
      );
    },
  );
  if (response.ok) return (await response.json()) as Answer;
  const type = response.headers.get('content-type') ?? '';
  if (!type.includes('problem+json')) {
    throw new Fault(`The answer is ${response.status}`, 'Try again, or sign in again.');
  }
  const { detail, status, title } = (await response.json()) as Problem;
  // A session ends while pages are open.
  if (status === 401) {
    const to = `${location.pathname}${location.search}`;
    location.assign(`/sign-in?${new URLSearchParams({ to })}`);
  }
  throw new Fault(title, detail);
}
