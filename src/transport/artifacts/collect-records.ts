import type { Shard } from '../../contract/documents.ts';
import {
  artifactFiles,
  type ArtifactLimits,
  artifactLimits,
  type BuildLimits,
} from './artifact-limits.ts';
import {
  ArtifactRefused,
  type ArtifactSource,
  type RefusalCode,
  type StoredArtifact,
} from './artifact-store.ts';
import type { BuildOrigin } from './describe-shard.ts';
import type { RecordSize } from './measure-record.ts';
import { readArtifactName } from './name-artifact.ts';
import { refuseEarly } from './read-zip.ts';
import { type UnpackArtifact, unpackArtifact, type UnpackedArtifact } from './unpack-artifact.ts';

/** Most of the time of each goes into waiting; more would only cost memory. */
const atOnce = 8;

export interface CollectRequest {
  store: ArtifactSource;
  suite: string;
  build: BuildOrigin;
  /** Newest attempt of the CI, from 1, if known. What claims to be of a later one is not fetched. */
  newestAttempt?: number;
  /** Files that `unpack` reads besides, where they are there. */
  alsoRead?: readonly string[];
  /** If strangers write records: what goes beyond is refused. */
  buildLimits?: BuildLimits;
}

/** `unpackArtifact`, or what does more. */
export type Unpack<T extends UnpackedArtifact> = (
  ...given: Parameters<UnpackArtifact>
) => Promise<T>;

/** The value made of an artifact. The digest and size in its event are those of the record beside it. */
export type CollectedRecord<T extends UnpackedArtifact = UnpackedArtifact> = T & {
  artifact: string;
};

/** An artifact that was found and not used. */
export interface Refusal {
  artifact: string;
  /** The shard, by its name. */
  shard: Shard;
  code: RefusalCode;
  /** A sentence about the artifact, without a full stop. */
  message: string;
}

export interface CollectedRecords<T extends UnpackedArtifact = UnpackedArtifact> {
  /** By shard, the newest attempt of each first; older ones are there so that they can be reported. */
  records: CollectedRecord<T>[];
  /** In the same order. */
  refusals: Refusal[];
}

interface Candidate {
  stored: StoredArtifact;
  shard: Shard;
  /** How many there are. */
  ofThisName: number;
}

/**
 * Fetches what all shards of a suite left in this run. An artifact that cannot be read or believed is
 * named among the refusals; it never keeps the others from being read.
 * @throws what the store throws when it cannot even be listed
 */
export function collectRecords(
  request: CollectRequest,
  limits: ArtifactLimits = artifactLimits,
): Promise<CollectedRecords> {
  return collectUnpacked(unpackArtifact, request, limits);
}

/** The same where another process reads what strangers wrote, or more is made of it. */
export async function collectUnpacked<T extends UnpackedArtifact>(
  unpack: Unpack<T>,
  request: CollectRequest,
  limits: ArtifactLimits = artifactLimits,
): Promise<CollectedRecords<T>> {
  const waiting = listCandidates(await request.store.list(), request.suite);
  const accept = openAccount(request.buildLimits);
  const results = new Array<CollectedRecord<T> | Refusal>(waiting.length);
  const queue = waiting.entries();
  const work = async (): Promise<void> => {
    for (const [index, candidate] of queue) {
      results[index] = await readCandidate(unpack, request, candidate, { limits, accept });
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return {
    records: results.filter((result) => 'record' in result),
    refusals: results.filter((result) => 'code' in result),
  };
}

/**
 * Adds up what a build costs. Which of its records are refused follows from which came first; that some are
 * does not.
 * @returns what takes one more, or throws ArtifactRefused
 */
function openAccount(
  { maxHeapBytes, maxSeries }: BuildLimits = { maxHeapBytes: Infinity, maxSeries: Infinity },
): (shard: Shard, size: RecordSize) => void {
  let heapBytes = 0;
  /** Only one attempt of a shard is judged. */
  const seriesOf = new Map<string, number>();
  return ({ index, total }, size) => {
    const mebibytes = Math.round(maxHeapBytes / 2 ** 20);
    refuseBeyond(heapBytes + size.heapBytes > maxHeapBytes, {
      seen: `take more than ${mebibytes} MiB of memory, an eleventh of what the service has`,
      remedy: 'measure fewer tests or spans, or give the service more memory',
    });
    const key = `${index} of ${total}`;
    const most = Math.max(size.series, seriesOf.get(key) ?? 0);
    let series = most;
    for (const [shard, count] of seriesOf) if (shard !== key) series += count;
    refuseBeyond(series > maxSeries, {
      seen: `have more than ${maxSeries} series`,
      remedy: 'measure fewer tests, spans or values of annotations',
    });
    heapBytes += size.heapBytes;
    seriesOf.set(key, most);
  };
}

function refuseBeyond(isBeyond: boolean, { seen, remedy }: { seen: string; remedy: string }): void {
  if (!isBeyond) return;
  const message = `the records of this build ${seen}, so it was left out: ${remedy}`;
  throw new ArtifactRefused('artifact-too-large', message);
}

/** Neither of two artifacts with one name counts: one of them replaces the other. */
function listCandidates(all: readonly StoredArtifact[], suite: string): Candidate[] {
  // A list that grows while its pages are read shows some of them twice.
  const once = new Map(all.map((stored) => [stored.id, stored])).values();
  const candidates = [...Map.groupBy(once, ({ name }) => name)].flatMap(([name, same]) => {
    const shard = readArtifactName(name, suite);
    const [stored] = same;
    if (shard === undefined || stored === undefined) return [];
    return [{ stored, shard, ofThisName: same.length }];
  });
  return candidates.sort(
    (a, b) =>
      a.shard.total - b.shard.total ||
      a.shard.index - b.shard.index ||
      b.shard.attempt - a.shard.attempt,
  );
}

async function readCandidate<T extends UnpackedArtifact>(
  unpack: Unpack<T>,
  { store, build, alsoRead = [], newestAttempt = Infinity }: CollectRequest,
  { ofThisName, stored, shard }: Candidate,
  { limits, accept }: { limits: ArtifactLimits; accept: (shard: Shard, size: RecordSize) => void },
): Promise<CollectedRecord<T> | Refusal> {
  const artifact = stored.name;
  try {
    if (shard.attempt > newestAttempt) {
      const message = `the newest attempt that its CI has made is ${newestAttempt}`;
      throw new ArtifactRefused('artifact-of-another-build', message);
    }
    if (ofThisName > 1) {
      const message = `${ofThisName} artifacts have this name, so none of them is used`;
      throw new ArtifactRefused('artifact-ambiguous', message);
    }
    refuseEarly(stored, limits);
    const files = [artifactFiles.event, artifactFiles.record, ...alsoRead];
    const contents = await store.read(stored, files);
    const unpacked = await unpack(artifact, contents, build, limits);
    accept(shard, unpacked.size);
    return { ...unpacked, artifact };
  } catch (error) {
    if (!(error instanceof ArtifactRefused)) throw error;
    return { artifact, shard, code: error.code, message: `${artifact}: ${error.message}` };
  }
}
