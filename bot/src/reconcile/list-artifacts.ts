import type { Shard } from '../../../src/contract/documents.ts';
import type {
  ArtifactSource,
  StoredArtifact,
} from '../../../src/transport/artifacts/artifact-store.ts';
import { readArtifactName } from '../../../src/transport/artifacts/name-artifact.ts';
import { tallyShards } from '../../../src/aggregate/tally-shards.ts';
import type { JudgedArtifact, AttemptVerdict } from '../ledger/ledger.ts';
import type { Placed } from '../runs/run.ts';
import type { Suite } from '../../../src/contract/suite.ts';
import { type BuildPlan, countKept, planBuild } from '../change/plan-build.ts';

export interface ShardArtifact {
  stored: StoredArtifact;
  /** As its name says. */
  shard: Shard;
  /** Attempt of the run, as its CI counts them. */
  attempt: number;
}

export interface ArtifactsOfRun {
  /** By attempt and shard. */
  artifacts: ShardArtifact[];
  /** Why others are not among them, one sentence each: they would stand in for what was measured. */
  refusals: string[];
  /** Names of those that were judged and are not there any more. */
  missing: string[];
}

/** Says in which attempt of its run an artifact was measured. */
export type PlaceArtifact = (stored: StoredArtifact, shard: Shard) => Placed;

/**
 * The artifacts of a suite's shards in a run, as the store lists them. Each name has one: a store that has another one
 * by now, or two, has one that stands in for it.
 * @param evidence what was judged of this run
 */
export async function listArtifacts(
  source: ArtifactSource,
  suite: string,
  place: PlaceArtifact,
  evidence: readonly JudgedArtifact[],
): Promise<ArtifactsOfRun> {
  const found: ShardArtifact[] = [];
  const refusals: string[] = [];
  // A list that grows while its pages are read shows some of them twice.
  const all = new Map((await source.list()).map((stored) => [stored.id, stored]));
  for (const stored of all.values()) {
    const shard = readArtifactName(stored.name, suite);
    if (shard === undefined) continue;
    const placed = place(stored, shard);
    if ('refusal' in placed) refusals.push(`${stored.name}: ${placed.refusal}`);
    else found.push({ stored, shard, attempt: placed.attempt });
  }
  // The one that was judged first.
  const judged = new Map(evidence.toReversed().map((one) => [one.name, identify(one)]));
  const artifacts: ShardArtifact[] = [];
  for (const [name, same] of Map.groupBy(found, ({ stored }) => stored.name)) {
    const first = judged.get(name);
    if (first === undefined && same.length === 1) artifacts.push(...same);
    else if (first === undefined) {
      refusals.push(`${name}: ${same.length} artifacts have this name, so none of them is used`);
    } else {
      const kept = same.filter(({ stored }) => identify(stored) === first);
      artifacts.push(...kept);
      if (kept.length < same.length) {
        refusals.push(`${name}: it came after another one of this name was judged`);
      }
    }
  }
  artifacts.sort(
    (a, b) =>
      a.attempt - b.attempt || a.shard.total - b.shard.total || a.shard.index - b.shard.index,
  );
  const there = new Set(artifacts.map(({ stored }) => stored.name));
  const missing = [...judged.keys()].filter((name) => !there.has(name));
  return { artifacts, refusals: refusals.sort(), missing: missing.sort() };
}

/** Equal for the same artifact, wherever it is listed. */
export function identify({ bytes, id, name }: JudgedArtifact): string {
  return JSON.stringify([name, id, bytes]);
}

/** How many shards there are, where perigee.yml does not say: what the last attempt says. */
export function countShards(artifacts: readonly ShardArtifact[]): number {
  return tallyShards(artifacts.map(({ shard, attempt }) => ({ ...shard, attempt }))).total;
}

/**
 * The artifacts that count after an attempt: of each shard the newest so far, whether or not that attempt measured it.
 * Artifacts with another total are included, so that they can be named.
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

/**
 * How many shards there are, where perigee.yml does not say: what was judged says, else what was left. An attempt
 * keeps its number: a later one that was cut otherwise would make strangers of its shards.
 */
export function planAttempt(
  suite: Suite,
  artifacts: readonly ShardArtifact[],
  older: AttemptVerdict | undefined,
): BuildPlan | string {
  const known = suite.shards.total ?? (older && countKept(older));
  return planBuild(suite, known ?? countShards(artifacts));
}

/** @returns nothing where no job can have run it */
export function planNewest(
  suite: Suite,
  artifacts: readonly ShardArtifact[],
  kept: readonly AttemptVerdict[],
): { plan?: BuildPlan } {
  const newest = Math.max(0, ...artifacts.map(({ attempt }) => attempt));
  const older = kept.findLast(({ attempt }) => attempt >= newest);
  const plan = planAttempt(suite, artifacts, older);
  return typeof plan === 'string' ? {} : { plan };
}
