import { createHash } from 'node:crypto';
import type { RunRecord } from '../../contract/documents.ts';

/** Records that this process has unpacked, each for whoever asks for it next. */
export interface RecentRecords {
  keep(packed: Uint8Array, record: RunRecord): void;
  /** Undefined where it was taken already, or its memory was needed for something else. */
  take(packed: Uint8Array): RunRecord | undefined;
}

/**
 * A build is folded right after its records were read. To unpack each once more was a sixth of all work. They are
 * held weakly: what is kept never takes memory that reading the next file needs.
 */
export function keepRecentRecords(atMost: number): RecentRecords {
  const kept = new Map<string, WeakRef<RunRecord>>();
  return {
    keep: (packed, record) => {
      kept.set(nameOf(packed), new WeakRef(record));
      const [oldest] = kept.keys();
      if (kept.size > atMost && oldest !== undefined) kept.delete(oldest);
    },
    take: (packed) => {
      const name = nameOf(packed);
      const record = kept.get(name)?.deref();
      kept.delete(name);
      return record;
    },
  };
}

function nameOf(packed: Uint8Array): string {
  return createHash('sha256').update(packed).digest('base64');
}
