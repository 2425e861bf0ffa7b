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
    // Without permission to ask, we do not know that it is missing.
    if (error.isOfInstallation || !statuses.includes(error.status ?? 0)) throw error;
    return undefined;
  }
}
