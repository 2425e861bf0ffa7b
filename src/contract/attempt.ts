/**
 * The result of a call, or something else if it throws: for files and processes that may be gone at any moment, and for
 * text that may be damaged.
 */
export function attempt<T>(call: () => T): T | undefined;
export function attempt<T, U>(call: () => T, otherwise: U): T | U;
export function attempt<T, U>(call: () => T, otherwise?: U): T | U | undefined {
  try {
    return call();
  } catch {
    return otherwise;
  }
}
