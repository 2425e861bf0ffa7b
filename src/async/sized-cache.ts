import { LRUCache } from 'lru-cache';

/** Keeps recently used values, as far as there is room for them. */
export interface SizedMemory<T> {
  find(key: string): T | undefined;
  /** @param size in the unit of the whole memory, 1 when absent; what is larger than all of it is not kept */
  keep(key: string, value: T, size?: number): void;
}

/** @param room for all values together; what was used longest ago goes first */
export function createSizedCache<T extends object | string | number>(room: number): SizedMemory<T> {
  const cache = new LRUCache<string, T>({ maxSize: room });
  return {
    find: (key) => cache.get(key),
    keep: (key, value, size = 1) => {
      // The library takes a size of zero for a fault.
      if (size <= room) cache.set(key, value, { size: Math.max(1, size) });
      else cache.delete(key);
    },
  };
}
