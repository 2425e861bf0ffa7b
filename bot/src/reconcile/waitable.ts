import { CiUnavailable } from '../../../src/transport/ci/ci-errors.ts';
import { GithubUnavailable } from '../github/github-side.ts';

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
