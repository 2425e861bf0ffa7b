import { AnswerTooLarge } from '../platform-errors.ts';

export interface Page {
  page: number;
  perPage: number;
}

/** How much of a list one answer has room for. */
export interface PageSize {
  perPage: number;
}

/**
 * Each a multiple of the next, so that what was read ends where a page of the next size begins. A build has
 * some 4 KB for each of its jobs, so that five of 800 jobs fit into an answer, and one of 4,000.
 */
const sizes: readonly number[] = [20, 5, 1];
/** Share of the 50 requests that a user has in a minute. */
const mostRequests = 10;

export function startPages(): PageSize {
  return { perPage: sizes[0] ?? 1 };
}

/**
 * The first entries of a list, newest first. A page that is too large an answer is asked for again as smaller
 * ones. After ten requests what was read is all that is given: the oldest are left out.
 * @param size keeps what fitted, so that the next listing starts with that
 * @throws AnswerTooLarge when a single entry is
 */
export async function listInPages<T>(
  size: PageSize,
  most: number,
  readPage: (page: Page) => Promise<readonly T[]>,
): Promise<T[]> {
  const all: T[] = [];
  for (let asked = 0; asked < mostRequests && all.length < most; asked++) {
    const { perPage } = size;
    try {
      const found = await readPage({ page: all.length / perPage + 1, perPage });
      all.push(...found.slice(0, perPage));
      if (found.length < perPage) break;
    } catch (error) {
      const smaller = sizes.find((each) => each < perPage);
      if (!(error instanceof AnswerTooLarge) || smaller === undefined) throw error;
      // Never more again: a concurrent listing may be further down.
      size.perPage = Math.min(size.perPage, smaller);
    }
  }
  return all.slice(0, most);
}
