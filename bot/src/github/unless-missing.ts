import { GithubRefused } from './github-side.ts';

/** Undefined instead of an error where GitHub has no such thing. */
export async function unlessMissing<T>(
  answer: Promise<T>,
  statuses: readonly number[] = [404],
): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    const isMissing = error instanceof GithubRefused && statuses.includes(error.status ?? 0);
    if (isMissing) return undefined;
    throw error;
  }
}
