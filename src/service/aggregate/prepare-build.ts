import type { ReadyBuild } from '../../aggregate/arrival.ts';
import type { ShardDone } from '../../contract/documents.ts';
import { UserError } from '../../contract/user-error.ts';
import { Refused, type RefusedCode } from '../../transport/platform-errors.ts';
import {
  ArtifactRefused,
  type ArtifactSource,
  ArtifactsUnavailable,
  type RefusalCode,
} from '../../transport/artifacts/artifact-store.ts';
import type { Budget } from '../../async/budget.ts';
import { collectBuild, findArtifacts, refuseLaterAttempts } from './collect-build.ts';
import { unpackBuild } from '../../settings/pack-build.ts';
import type { FoldedBuild } from '../../pipeline/fold-build.ts';
import type { AggregationLimits } from '../../settings/settings.ts';
import type { AggregationPorts } from './ports.ts';

/** Why an event leads to nothing: the label of a metric, so there are few. */
export type RejectionCode = RefusalCode | RefusedCode | 'points-refused' | 'deaths' | 'defect';

/** A shard whose event will lead to nothing, and why. */
export interface Rejected {
  shard: ShardDone;
  code: RejectionCode;
  why: string;
}

export interface PreparedBuild {
  ready: ReadyBuild;
  folded: FoldedBuild;
  rejected: Rejected[];
  /** Gives back the memory that was reserved for it. */
  free(): void;
}

export type Preparation =
  | { kind: 'prepared'; build: PreparedBuild }
  /** It is not due, and shards are missing indeed. */
  | { kind: 'not-yet' }
  /** Something that should be there soon is not there. */
  | { kind: 'later'; why: string }
  /** Nothing of it can be used. */
  | { kind: 'rejected'; rejected: Rejected[] };

export interface PrepareContext {
  ports: AggregationPorts;
  limits: AggregationLimits;
  budget: Budget;
  /** How often this build was tried, from 1. */
  tried: number;
  signal: AbortSignal;
}

/** An artifact may be listed some seconds after its upload was acknowledged. */
const triesUntilAbsent = 6;

/**
 * Fetches what a build left, validates it and folds it.
 * @throws Unavailable, ArtifactsUnavailable, and whatever is a defect
 */
export async function prepareBuild(
  ready: ReadyBuild,
  context: PrepareContext,
): Promise<Preparation> {
  try {
    return await prepare(ready, context);
  } catch (error) {
    if (error instanceof Refused || error instanceof ArtifactRefused) {
      return rejectAll(ready, error.code, error.message);
    }
    if (!(error instanceof UserError) || error instanceof ArtifactsUnavailable) throw error;
    const { where, seen } = error.facts;
    const why = `${where === undefined ? '' : `${where}: `}${seen}`;
    const isFinal = context.tried >= triesUntilAbsent;
    return isFinal ? rejectAll(ready, 'artifact-unreachable', why) : { kind: 'later', why };
  }
}

async function prepare(ready: ReadyBuild, context: PrepareContext): Promise<Preparation> {
  const { ports, limits, budget, signal } = context;
  const platform = ready.shards.at(-1)?.artifact.store ?? 'directory';
  const source = ports.openArtifacts(ready.build, platform, signal);
  let newest: number | undefined;
  const found = await findArtifacts(source, ready, async () => {
    newest = (await ports.findFacts(ready.build, platform, signal))?.attempt;
    return newest;
  });
  if (ready.reason === 'quiet' && !found.isWhole) return { kind: 'not-yet' };
  if (found.bytes > limits.maxBuildBytes) {
    const most = `at most ${limits.maxBuildBytes} are taken (aggregation.maxBuildBytes)`;
    return rejectAll(ready, 'artifact-too-large', `the build has ${found.bytes} bytes; ${most}`);
  }
  const free = await budget.take(found.bytes, signal);
  let isKept = false;
  try {
    const preparation = await fetchAndFold(ready, source, { free, newest }, context);
    isKept = preparation.kind === 'prepared';
    return preparation;
  } finally {
    if (!isKept) free();
  }
}

async function fetchAndFold(
  ready: ReadyBuild,
  source: ArtifactSource,
  { free, newest }: { free: () => void; newest: number | undefined },
  { ports, tried, signal }: PrepareContext,
): Promise<Preparation> {
  const { readers } = ports;
  const collected = await collectBuild(source, ready, readers.unpackHead, newest);
  const { absent } = collected;
  if (absent.length > 0 && tried < triesUntilAbsent) {
    const names = absent.slice(0, 3).map(({ artifact }) => artifact.location);
    return { kind: 'later', why: `${absent.length} artifacts are not there: ${names.join(', ')}` };
  }
  const gone = absent.map((shard): Rejected => {
    return { shard, code: 'artifact-unreachable', why: 'the store has no such artifact' };
  });
  if (collected.records.length === 0) {
    return { kind: 'rejected', rejected: [...collected.refused, ...gone] };
  }
  const platform = ready.shards.at(-1)?.artifact.store ?? 'directory';
  const facts = await ports.findFacts(ready.build, platform, signal);
  const { records, problems, refused } =
    facts === undefined ? collected : refuseLaterAttempts(collected, ready, facts.attempt);
  const rejected = [...refused, ...gone];
  if (records.length === 0) return { kind: 'rejected', rejected };
  const published = platform === 'directory' ? ready.shards.at(-1)?.published : undefined;
  const request = { key: ready.build, problems, facts, published };
  const folded = await readers.foldBuild(
    records.map(({ packed }) => packed),
    request,
  );
  return { kind: 'prepared', build: { ready, folded: unpackBuild(folded), rejected, free } };
}

function rejectAll({ shards }: ReadyBuild, code: RejectionCode, why: string): Preparation {
  return { kind: 'rejected', rejected: shards.map((shard) => ({ shard, code, why })) };
}
