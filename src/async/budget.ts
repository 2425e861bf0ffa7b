export interface Budget {
  /**
   * Resolves when there is room; what is larger than all of it has to have it alone.
   * @returns gives the room back
   * @throws the reason of the signal
   */
  take(amount: number, signal: AbortSignal): Promise<() => void>;
  /** Runs the work when there is room for it. */
  within<T>(amount: number, signal: AbortSignal, work: () => Promise<T>): Promise<T>;
}

/** A bound on what is in memory at the same time. The first to ask is the first to get, so the large come to their turn. */
export function createBudget(total: number): Budget {
  let left = total;
  const waiting: { amount: number; go: () => void }[] = [];
  const letIn = (): void => {
    for (let next = waiting[0]; next !== undefined && next.amount <= left; next = waiting[0]) {
      left -= next.amount;
      waiting.shift();
      next.go();
    }
  };
  const take: Budget['take'] = async (wanted, signal) => {
    signal.throwIfAborted();
    const amount = Math.min(wanted, total);
    const { promise, resolve, reject } = Promise.withResolvers<undefined>();
    const entry = { amount, go: () => resolve(undefined) };
    const giveUp = (): void => {
      const place = waiting.indexOf(entry);
      if (place >= 0) waiting.splice(place, 1);
      reject(signal.reason);
      letIn();
    };
    signal.addEventListener('abort', giveUp, { once: true });
    waiting.push(entry);
    letIn();
    await promise.finally(() => signal.removeEventListener('abort', giveUp));
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      left += amount;
      letIn();
    };
  };
  return {
    take,
    within: async (amount, signal, work) => {
      const release = await take(amount, signal);
      try {
        return await work();
      } finally {
        release();
      }
    },
  };
}
