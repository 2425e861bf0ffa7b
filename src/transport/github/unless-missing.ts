import { Refused } from '../platform-errors.ts';

/** Undefined instead of an error where GitHub has no such thing. */
export async function unlessMissing<T>(
  answer: Promise<T>,
  statuses: readonly number[] = [404],
): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    // Whoever may not ask at all has not heard that it is not there.
    if (error.isOfInstallation || !statuses.includes(error.status ?? 0)) throw error;
    return undefined;
  }
}
