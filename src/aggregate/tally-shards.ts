import type { Shard, ShardDone } from '../contract/documents.ts';

export interface ShardsSoFar {
  total: number;
  /** Indexes, ascending. */
  received: number[];
  missing: number[];
}

/**
 * Which shards of a build have said that they are done. A build that is measured again may be cut into
 * another number of shards: what its last attempt says counts, and the larger number where one attempt
 * says two. The order of the shards makes no difference.
 * @param shards at least one
 */
export function tallyShards(shards: Iterable<Shard>): ShardsSoFar {
  let last = { attempt: 0, total: 1 };
  const received = new Map<number, Set<number>>();
  for (const { index, total, attempt } of shards) {
    if (attempt > last.attempt || (attempt === last.attempt && total > last.total)) {
      last = { attempt, total };
    }
    const ofTotal = received.get(total) ?? new Set();
    if (index < total) ofTotal.add(index);
    received.set(total, ofTotal);
  }
  const { total } = last;
  const there = received.get(total) ?? new Set();
  const all = Array.from({ length: total }, (_, index) => index);
  return {
    total,
    received: all.filter((index) => there.has(index)),
    missing: all.filter((index) => !there.has(index)),
  };
}

/** Equal for two events that say the same: one was delivered twice. */
export function identifyShard({ index, total, attempt, artifact }: ShardDone): string {
  return `${index}/${total}/${attempt}/${artifact.sha256}`;
}
