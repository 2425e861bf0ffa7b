/** How far one partition is done, where some messages are held longer than their batch. */
export interface Progress {
  /**
   * Once for each offset, however often it is held: a batch that was rejected comes again.
   * @returns lets it go; doing so twice is harmless
   */
  hold(offset: number): () => void;
  /** All up to this offset are done, except those that are held. */
  settle(lastOffset: number): void;
  /** All up to here, this one included, are done. */
  doneUpTo(): number;
}

/** @param start the offset up to which all were done before, -1 for none */
export function trackProgress(start: number): Progress {
  const held = new Set<number>();
  let settled = start;
  return {
    hold: (offset) => {
      held.add(offset);
      return () => void held.delete(offset);
    },
    settle: (lastOffset) => {
      settled = lastOffset;
    },
    doneUpTo: () => {
      let done = settled;
      for (const offset of held) done = Math.min(done, offset - 1);
      return done;
    },
  };
}
