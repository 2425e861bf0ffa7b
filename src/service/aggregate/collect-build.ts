import { getHeapStatistics } from 'node:v8';
import type { ReadyBuild } from '../../aggregate/arrival.ts';
import { tallyShards } from '../../aggregate/tally-shards.ts';
import type { Problem, Shard, ShardDone } from '../../contract/documents.ts';
import { limitBuild } from '../../transport/artifacts/artifact-limits.ts';
import {
  type CollectedRecord,
  collectUnpacked,
} from '../../transport/artifacts/collect-records.ts';
import type { ArtifactHead, Readers } from '../../settings/readers/readers.ts';
import type { ArtifactSource, RefusalCode } from '../../transport/artifacts/artifact-store.ts';
import { nameArtifact, readArtifactName } from '../../transport/artifacts/name-artifact.ts';

export interface Found {
  /** Size of all artifacts of the suite in this run, as stored. */
  bytes: number;
  /** Whether those of all shards are there, announced by an event or not. */
  isWhole: boolean;
}

/**
 * The artifacts of a build in its store, without fetching them. Only of a build that was run again can an attempt be
 * invented; then the CI is asked.
 * @param findNewestAttempt newest attempt of the CI, from 1; undefined if unknown
 */
export async function findArtifacts(
  source: ArtifactSource,
  ready: ReadyBuild,
  findNewestAttempt: () => Promise<number | undefined>,
): Promise<Found> {
  const { suite } = ready.build;
  const shards: Shard[] = [];
  let bytes = 0;
  let newest: number | undefined;
  for (const { name, bytes: size } of await source.list()) {
    const shard = readArtifactName(name, suite);
    if (shard === undefined) continue;
    if (shard.attempt > 1) newest ??= (await findNewestAttempt()) ?? Infinity;
    if (newest !== undefined && shard.attempt > newest) continue;
    shards.push(shard);
    bytes += size;
  }
  return { bytes, isWhole: shards.length > 0 && tallyShards(shards).missing.length === 0 };
}

export interface Collected {
  records: CollectedRecord<ArtifactHead>[];
  /** Artifacts that cannot be used. */
  problems: Problem[];
  refused: { shard: ShardDone; code: RefusalCode; why: string }[];
  /** Shards that events announced and the store does not have, or not yet. */
  absent: ShardDone[];
}

/** Fetches the records of a build and says which of its events they contradict. */
export async function collectBuild(
  source: ArtifactSource,
  ready: ReadyBuild,
  unpackHead: Readers['unpackHead'],
  newestAttempt?: number,
): Promise<Collected> {
  const { repository, suite, runId } = ready.build;
  const { records, refusals } = await collectUnpacked(unpackHead, {
    store: source,
    suite,
    build: { repository, runId },
    buildLimits: limitBuild(getHeapStatistics().heap_size_limit),
    newestAttempt,
  });
  const refused = ready.shards.flatMap((shard) => {
    const refusal = refusals.find((each) => isSame(shard, each.shard));
    return refusal === undefined ? [] : [{ shard, code: refusal.code, why: refusal.message }];
  });
  const absent = ready.shards.filter(
    (shard) =>
      !records.some(({ record }) => isSame(shard, record.shard)) &&
      !refusals.some((refusal) => isSame(shard, refusal.shard)),
  );
  return {
    records,
    problems: refusals.map(({ code, message }) => ({ code, message })),
    refused,
    absent,
  };
}

/**
 * Takes out the records of attempts that the CI has not made: of two attempts the later counts, so an invented one
 * would stand in for what was measured.
 * @param newestAttempt as the CI says, from 1
 */
export function refuseLaterAttempts(
  collected: Collected,
  { build, shards }: ReadyBuild,
  newestAttempt: number,
): Collected {
  const isLater = ({ record }: CollectedRecord): boolean => record.shard.attempt > newestAttempt;
  const invented = collected.records.filter(isLater);
  const code: RefusalCode = 'artifact-of-another-build';
  const problems = invented.map(({ record: { shard } }) => ({
    shard,
    code,
    message: `${nameArtifact(build.suite, shard)}: the newest attempt that its CI has made is ${newestAttempt}`,
  }));
  const refused = shards.flatMap((shard) => {
    const problem = problems.find((each) => isSame(shard, each.shard));
    return problem === undefined ? [] : [{ shard, code, why: problem.message }];
  });
  return {
    records: collected.records.filter((record) => !isLater(record)),
    problems: [...collected.problems, ...problems.map(({ message }) => ({ code, message }))],
    refused: [...collected.refused, ...refused],
    absent: collected.absent,
  };
}

function isSame(a: ShardDone, b: Shard): boolean {
  return a.index === b.index && a.total === b.total && a.attempt === b.attempt;
}
