import { createHash } from 'node:crypto';
import type {
  ArtifactReference,
  BuildEvent,
  PublishedRun,
  RunRecord,
} from '../../contract/documents.ts';
import { nameArtifact } from './name-artifact.ts';

/** Facts of its build that the record cannot know. */
export interface BuildOrigin {
  /** Owner and name, e.g. acme/sync. */
  repository: string;
  /** The CI's own id of it, if it tells one: it stays when the repository gets another name. */
  repositoryId?: number;
  /** The CI's own id of the run, the same for all shards and attempts. */
  runId: string;
  /** For a run of a laptop. */
  published?: PublishedRun;
}

/**
 * The event "this shard is done". It is the same wherever it is sent or found, so it names the
 * artifact by its name, which is known before the upload, and gives the digest and size of the
 * compressed run record inside: the event lies in that artifact itself.
 * @param emittedAt RFC 3339 in UTC
 */
export function describeShard(
  record: RunRecord,
  origin: BuildOrigin,
  artifact: Omit<ArtifactReference, 'location'>,
  emittedAt: string,
): BuildEvent {
  const { suite, shard, plan } = record;
  const identity = [
    origin.repository,
    origin.runId,
    suite,
    shard.index,
    shard.total,
    shard.attempt,
  ];
  const digest = createHash('sha256').update(JSON.stringify(identity)).digest('hex');
  return {
    schema: 'perigee/build-event',
    version: 1,
    id: `shard-done-${digest.slice(0, 32)}`,
    kind: 'shard-done',
    emittedAt,
    build: {
      repository: origin.repository,
      repositoryId: origin.repositoryId,
      ...{ suite, runId: origin.runId },
    },
    shard: {
      ...{ index: shard.index, total: shard.total, attempt: shard.attempt },
      planDigest: plan.digest,
      ...(origin.published === undefined ? {} : { published: origin.published }),
      artifact: { ...artifact, location: nameArtifact(suite, shard) },
    },
  };
}
