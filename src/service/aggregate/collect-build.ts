import type { ReadyBuild } from '../../aggregate/arrival.ts';
import { tallyShards } from '../../aggregate/tally-shards.ts';
import type { Problem, RunRecord, Shard, ShardDone } from '../../contract/documents.ts';
import { collectRecords } from '../../transport/artifacts/collect-records.ts';
import type { ArtifactSource } from '../../transport/artifacts/artifact-store.ts';
import { readArtifactName } from '../../transport/artifacts/name-artifact.ts';

export interface Found {
  /** Of all artifacts of the suite in this run, as they are stored. */
  bytes: number;
  /** Whether those of all shards are there, told of by an event or not. */
  isWhole: boolean;
}

/** What the store of the artifacts has of a build, without fetching it. */
export async function findArtifacts(source: ArtifactSource, ready: ReadyBuild): Promise<Found> {
  const { suite } = ready.build;
  const shards: Shard[] = [];
  let bytes = 0;
  for (const { name, bytes: size } of await source.list()) {
    const shard = readArtifactName(name, suite);
    if (shard === undefined) continue;
    shards.push(shard);
    bytes += size;
  }
  return { bytes, isWhole: shards.length > 0 && tallyShards(shards).missing.length === 0 };
}

export interface Collected {
  records: RunRecord[];
  /** What was found and cannot be used. */
  problems: Problem[];
  refused: { shard: ShardDone; why: string }[];
  /** Shards that events told of and the store does not have, or not yet. */
  absent: ShardDone[];
}

/** Fetches the records of a build and says which of its events they do not bear out. */
export async function collectBuild(source: ArtifactSource, ready: ReadyBuild): Promise<Collected> {
  const { repository, suite, runId } = ready.build;
  const { records, refusals } = await collectRecords({
    store: source,
    suite,
    build: { repository, runId },
  });
  const isSame = (a: ShardDone, b: Shard): boolean =>
    a.index === b.index && a.total === b.total && a.attempt === b.attempt;
  const refused = ready.shards.flatMap((shard) => {
    const refusal = refusals.find((each) => isSame(shard, each.shard));
    return refusal === undefined ? [] : [{ shard, why: `${refusal.code}: ${refusal.message}` }];
  });
  const absent = ready.shards.filter(
    (shard) =>
      !records.some(({ record }) => isSame(shard, record.shard)) &&
      !refusals.some((refusal) => isSame(shard, refusal.shard)),
  );
  return {
    records: records.map(({ record }) => record),
    problems: refusals.map(({ code, message }) => ({ code, message })),
    refused,
    absent,
  };
}
