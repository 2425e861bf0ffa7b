export interface ShareOptions {
  /** An answer is good for as long. */
  forMs: number;
  /** Who asks waits no longer. */
  withinMs: number;
  /** Goes forward only. */
  clockMs(): number;
}

/**
 * However many ask at once, it is asked once: brokers and stores pay for each question.
 * @returns what asks; it throws where there is no answer in time
 */
export function shareAnswer<T>(
  ask: () => Promise<T>,
  { forMs, withinMs, clockMs }: ShareOptions,
): () => Promise<T> {
  let last: { answer: Promise<T>; endedMs: number } | undefined;
  const begin = (): Promise<T> => {
    const made = { answer: within(withinMs, ask()), endedMs: Infinity };
    const end = (): void => void (made.endedMs = clockMs());
    made.answer.then(end, end);
    last = made;
    return made.answer;
  };
  return () => (last !== undefined && clockMs() - last.endedMs < forMs ? last.answer : begin());
}

async function within<T>(ms: number, answer: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`no answer within ${ms / 1000} s`)), ms);
  return Promise.race([answer, promise]).finally(() => clearTimeout(timer));
}
