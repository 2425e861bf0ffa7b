import type { Shard } from '../../../src/contract/documents.ts';
import type {
  ArtifactSource,
  StoredArtifact,
} from '../../../src/transport/artifacts/artifact-store.ts';
import { readArtifactName } from '../../../src/transport/artifacts/name-artifact.ts';
import { tallyShards } from '../../../src/aggregate/tally-shards.ts';
import type { Placed } from '../runs/run.ts';

export interface ShardArtifact {
  stored: StoredArtifact;
  /** As its name says. */
  shard: Shard;
  /** Of the run, as its CI counts them. */
  attempt: number;
}

export interface ArtifactsOfRun {
  /** By attempt and shard. */
  artifacts: ShardArtifact[];
  /** Of attempts that the CI has not made, one sentence each: they would stand in for what was measured. */
  refusals: string[];
}

/**
 * What the shards of a suite left in a run, as the store lists it.
 * @param place says in which attempt of the run an artifact was measured
 */
export async function listArtifacts(
  source: ArtifactSource,
  suite: string,
  place: (stored: StoredArtifact, shard: Shard) => Placed,
): Promise<ArtifactsOfRun> {
  const artifacts: ShardArtifact[] = [];
  const refusals: string[] = [];
  for (const stored of await source.list()) {
    const shard = readArtifactName(stored.name, suite);
    if (shard === undefined) continue;
    const placed = place(stored, shard);
    if ('refusal' in placed) refusals.push(`${stored.name}: ${placed.refusal}`);
    else artifacts.push({ stored, shard, attempt: placed.attempt });
  }
  artifacts.sort(
    (a, b) =>
      a.attempt - b.attempt || a.shard.total - b.shard.total || a.shard.index - b.shard.index,
  );
  return { artifacts, refusals: refusals.sort() };
}

/** How many shards there are, where perigee.yml does not say: what the last attempt says. */
export function countShards(artifacts: readonly ShardArtifact[]): number {
  return tallyShards(artifacts.map(({ shard, attempt }) => ({ ...shard, attempt }))).total;
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
    if (one.attempt <= attempt) newest.set(`${one.shard.index}/${one.shard.total}`, one);
  }
  return [...newest.values()];
}
