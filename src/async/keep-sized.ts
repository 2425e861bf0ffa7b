/** What was used lately, as far as there is room for it. */
export interface SizedMemory<T> {
  find(key: string): T | undefined;
  /** @param size in the unit of the whole memory */
  keep(key: string, value: T, size: number): void;
}

/** @param room for all values together; what was used longest ago goes first */
export function keepSized<T>(room: number): SizedMemory<T> {
  const all = new Map<string, { value: T; size: number }>();
  let taken = 0;
  const drop = (key: string): void => {
    taken -= all.get(key)?.size ?? 0;
    all.delete(key);
  };
  return {
    find: (key) => {
      const kept = all.get(key);
      if (kept === undefined) return undefined;
      all.delete(key);
      all.set(key, kept);
      return kept.value;
    },
    keep: (key, value, size) => {
      drop(key);
      // It would push out all others, and then itself.
      if (size > room) return;
      all.set(key, { value, size });
      taken += size;
      for (const oldest of all.keys()) {
        if (taken <= room) break;
        drop(oldest);
      }
    },
  };
}
