import type { Shard } from '../../../src/contract/documents.ts';
import type {
  ArtifactSource,
  StoredArtifact,
} from '../../../src/transport/artifacts/artifact-store.ts';
import { readArtifactName } from '../../../src/transport/artifacts/name-artifact.ts';
import { tallyShards } from '../../../src/aggregate/tally-shards.ts';

export interface ShardArtifact {
  stored: StoredArtifact;
  /** As its name says. */
  shard: Shard;
}

export interface ArtifactsOfRun {
  /** By attempt and shard. */
  artifacts: ShardArtifact[];
  /** Of attempts that the CI has not made, one sentence each: they would stand in for what was measured. */
  refusals: string[];
}

/**
 * What the shards of a suite left in a run, as the store lists it.
 * @param newestAttempt that the run has had, as GitHub says
 */
export async function listArtifacts(
  source: ArtifactSource,
  suite: string,
  newestAttempt: number,
): Promise<ArtifactsOfRun> {
  const artifacts: ShardArtifact[] = [];
  const refusals: string[] = [];
  for (const stored of await source.list()) {
    const shard = readArtifactName(stored.name, suite);
    if (shard === undefined) continue;
    if (shard.attempt <= newestAttempt) artifacts.push({ stored, shard });
    else refusals.push(`${stored.name}: the newest attempt of its run is ${newestAttempt}`);
  }
  artifacts.sort(
    ({ shard: a }, { shard: b }) => a.attempt - b.attempt || a.total - b.total || a.index - b.index,
  );
  return { artifacts, refusals: refusals.sort() };
}

/** How many shards there are, where perigee.yml does not say: what the last attempt says. */
export function countShards(artifacts: readonly ShardArtifact[]): number {
  return tallyShards(artifacts.map(({ shard }) => shard)).total;
}

/**
 * What counts after an attempt: of each shard the newest artifact so far, whether or not that one measured
 * it. Artifacts that say another total are there too, so that they can be named.
 */
export function chooseArtifacts(
  artifacts: readonly ShardArtifact[],
  attempt: number,
): ShardArtifact[] {
  const newest = new Map<string, ShardArtifact>();
  for (const one of artifacts) {
    if (one.shard.attempt <= attempt) newest.set(`${one.shard.index}/${one.shard.total}`, one);
  }
  return [...newest.values()];
}
