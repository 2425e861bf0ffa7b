import type { BuildKey } from '../../../src/contract/documents.ts';
import { StoreUnavailable } from '../../../src/store/series-store.ts';
import type { CollectedRecord } from '../../../src/transport/artifacts/collect-records.ts';
import { describeShard } from '../../../src/transport/artifacts/describe-shard.ts';
import type { Platform } from '../runs/run.ts';
import type { LookPorts } from '../ports.ts';

/**
 * Tells the log of builds of shards whose jobs could not: those of forks have no way to it, and many
 * repositories have none either. An event that is there already is the same one, by its id.
 *
 * It is made here. The one in the artifact was written by the code of the pull request, and says where
 * the service has to look.
 * @throws StoreUnavailable when the log accepts nothing: an unannounced shard is missing in the history
 */
export async function notifyShards(
  { builds, nowMs }: Pick<LookPorts, 'builds' | 'nowMs'>,
  { store, ...build }: Pick<BuildKey, 'repository' | 'runId'> & { store: Platform },
  records: readonly CollectedRecord[],
  signal: AbortSignal,
): Promise<void> {
  for (const { record, event } of records) {
    const artifact = event.shard?.artifact;
    if (artifact === undefined) continue;
    const { sha256, bytes } = artifact;
    const emittedAt = new Date(nowMs()).toISOString();
    const told = describeShard(record, build, { store, sha256, bytes }, emittedAt);
    await builds.log.append(told, signal).catch((cause: unknown) => {
      signal.throwIfAborted();
      const why = cause instanceof Error ? cause.message : String(cause);
      throw new StoreUnavailable(`the log of builds takes nothing: ${why}`, { cause });
    });
  }
}
