import { createHash } from 'node:crypto';

/** As many as one build may have. */
export const shardsAtMost = 256;

/**
 * The shard of a test, from its name and the number of shards alone: highest random weight hashing
 * (Thaler and Ravishankar, 1998). Every shard has a weight for the test, and the highest wins; so a test
 * changes its shard only with its own name, or for a shard that is new, or because its own is gone.
 * @returns the index of the shard, from 0
 */
export function shardOf(test: string, total: number): number {
  let shard = 0;
  let highest = -1;
  for (let index = 0; index < total; index += 1) {
    const weight = weigh(index, test);
    if (weight <= highest) continue;
    highest = weight;
    shard = index;
  }
  return shard;
}

/**
 * The first 48 bits of the SHA-256 of `<index>/<name of the test>` in UTF-8. Every recorded placement
 * depends on it: it must never change.
 */
function weigh(index: number, test: string): number {
  return createHash('sha256').update(`${index}/${test}`).digest().readUIntBE(0, 6);
}
