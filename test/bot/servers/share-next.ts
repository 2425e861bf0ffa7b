/**
 * Work that is done one at a time, so that none writes over what a later one has read. Whoever asks while it is
 * done gets the next one, together with all others who ask meanwhile.
 */
export function shareNext(work: () => Promise<void>): () => Promise<void> {
  let current = Promise.resolve();
  let next: Promise<void> | undefined;
  return () => {
    next ??= current
      .catch(() => undefined)
      .then(() => {
        next = undefined;
        current = work();
        return current;
      });
    return next;
  };
}
