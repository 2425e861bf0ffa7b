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
  late: () => Error = () => new Late(`no answer within ${showSeconds(ms)} s`),
): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(late()), ms);
  return Promise.race([answer, promise]).finally(() => clearTimeout(timer));
}

function showSeconds(ms: number): number {
  return Number((ms / 1000).toFixed(ms < 1000 ? 3 : 1));
}
