/** There was no answer in time. */
export class Late extends Error {
  override readonly name = 'Late';
}

/**
 * Waits for an answer, and gives up waiting after a time; what was asked for goes on.
 * @param late what is thrown then
 * @throws Late, or what the answer throws
 */
export async function within<T>(
  ms: number,
  answer: Promise<T>,
  late: () => Error = () => new Late(`no answer within ${roundToSeconds(ms)} s`),
): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(late()), ms);
  return Promise.race([answer, promise]).finally(() => clearTimeout(timer));
}

/** @throws the signal's reason as soon as it is aborted; the promise goes on, unheard */
export async function unlessAborted<T>(signal: AbortSignal, promise: Promise<T>): Promise<T> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const stop = (): void => reject(signal.reason);
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

function roundToSeconds(ms: number): number {
  return Number((ms / 1000).toFixed(ms < 1000 ? 3 : 1));
}
