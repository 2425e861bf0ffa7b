import { CiRefused, CiUnavailable } from '../../../src/transport/ci/ci-errors.ts';
import { GithubRefused, GithubUnavailable } from '../github/github-side.ts';

/** An outage of the artifacts is one of GitHub. */
export async function waitable<T>(asked: Promise<T>): Promise<T> {
  try {
    return await asked;
  } catch (error) {
    if (!(error instanceof CiUnavailable)) throw error;
    const { message, retryAfterMs } = error;
    throw new GithubUnavailable(message, {
      cause: error,
      ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    });
  }
}

/** The same of what was listed and must be there: where it is refused, a permission is missing. */
export async function waitableOrRefused<T>(asked: Promise<T>): Promise<T> {
  try {
    return await waitable(asked);
  } catch (error) {
    if (!(error instanceof CiRefused)) throw error;
    throw new GithubRefused(error.message, { cause: error });
  }
}
