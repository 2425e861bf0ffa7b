import type { ReadyBuild } from '../../aggregate/arrival.ts';
import { identifyShard } from '../../aggregate/tally-shards.ts';
import type { AggregationPorts, HeldEvents } from './ports.ts';
import type { Rejected } from './prepare-build.ts';

/**
 * Stores the events of shards that lead to nothing among the dead letters. An event that was done before, or that
 * another process has now, is not ours to put aside.
 * @throws when the dead letters cannot be stored now
 */
export async function putAside(
  ready: ReadyBuild,
  rejected: readonly Rejected[],
  held: HeldEvents,
  { deadLetters, source, metrics, logger }: AggregationPorts,
): Promise<void> {
  for (const { shard, code, why } of rejected) {
    const id = identifyShard(shard);
    const reason = `${code}: ${why}`;
    for (const event of ready.events) {
      const message = held.find(event.hold);
      if (message === undefined || identifyShard(event.shard) !== id) continue;
      await deadLetters.put({ message, reason, source: source.name });
      metrics.deadLetters.add(1, { reason: code });
      logger.log('warn', 'put an event aside', {
        position: message.position,
        build: ready.key,
        why: reason,
      });
    }
  }
}
