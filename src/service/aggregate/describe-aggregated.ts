import { createHash } from 'node:crypto';
import type { Aggregate, BuildEvent, BuildKey } from '../../contract/documents.ts';

/**
 * The event "all points of this build are in the store". It is the same for the same shards, so whoever
 * follows the log tells a redelivery from a build that has become whole.
 * @param contents what was written, e.g. the attempts of the shards
 */
export function describeAggregated(
  build: BuildKey,
  { total, received, missing }: Aggregate['shards'],
  contents: readonly string[],
  emittedAt: string,
): BuildEvent {
  const identity = [build.repository, build.suite, build.runId, total, received, contents];
  const digest = createHash('sha256').update(JSON.stringify(identity)).digest('hex');
  return {
    schema: 'perigee/build-event',
    version: 1,
    id: `aggregated-${digest.slice(0, 32)}`,
    kind: 'aggregated',
    emittedAt,
    build,
    aggregated: { total, received, missing },
  };
}
