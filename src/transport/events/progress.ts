/** How far one partition is done, where some messages are held longer than their batch. */
export interface Progress {
  /** Offsets of one batch; `settle` or `forget` ends it. */
  begin(): BatchProgress;
  /** All up to here, this one included, are done. */
  doneUpTo(): number;
}

export interface BatchProgress {
  /** @returns lets it go; doing so twice is harmless */
  hold(offset: number): () => void;
  /** All up to this offset are done, except those that are held. */
  settle(lastOffset: number): void;
  /** The batch comes again: what was held of it is not any more. */
  forget(): void;
}

/** @param start the offset up to which all were done before, -1 for none */
export function trackProgress(start: number): Progress {
  const held = new Set<{ offset: number }>();
  let settled = start;
  return {
    begin: () => {
      const heldHere: { offset: number }[] = [];
      return {
        hold: (offset) => {
          const mark = { offset };
          held.add(mark);
          heldHere.push(mark);
          return () => void held.delete(mark);
        },
        settle: (lastOffset) => {
          settled = lastOffset;
        },
        forget: () => {
          for (const mark of heldHere) held.delete(mark);
        },
      };
    },
    doneUpTo: () => {
      let done = settled;
      for (const { offset } of held) done = Math.min(done, offset - 1);
      return done;
    },
  };
}
