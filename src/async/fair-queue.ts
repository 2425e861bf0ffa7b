export interface FairQueue<T> {
  push(owner: string, item: T): void;
  /**
   * The next one, of the owners in turn. An owner that has `atMost` in work already is passed over.
   * @returns undefined when nothing may be taken now
   */
  take(): { owner: string; item: T } | undefined;
  /** One that was taken is done. */
  release(owner: string): void;
  size(): number;
}

/**
 * A queue in which each owner has its turn, however many items one of them has: of a thousand builds of
 * one repository and one build of another, the one is second.
 */
export function createFairQueue<T>(atMost: number): FairQueue<T> {
  const queues = new Map<string, T[]>();
  const inWork = new Map<string, number>();
  let size = 0;
  return {
    push: (owner, item) => {
      const queue = queues.get(owner);
      if (queue === undefined) queues.set(owner, [item]);
      else queue.push(item);
      size += 1;
    },
    take: () => {
      for (const [owner, queue] of queues) {
        const busy = inWork.get(owner) ?? 0;
        if (busy >= atMost) continue;
        const [item] = queue.splice(0, 1);
        // To the end of the row, or out of it.
        queues.delete(owner);
        if (queue.length > 0) queues.set(owner, queue);
        if (item === undefined) continue;
        inWork.set(owner, busy + 1);
        size -= 1;
        return { owner, item };
      }
      return undefined;
    },
    release: (owner) => {
      const busy = (inWork.get(owner) ?? 0) - 1;
      if (busy > 0) inWork.set(owner, busy);
      else inWork.delete(owner);
    },
    size: () => size,
  };
}
