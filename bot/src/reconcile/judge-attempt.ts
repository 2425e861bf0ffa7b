import { labelTest, platformOfShard } from '../../../src/contract/platforms.ts';
import { getHeapStatistics } from 'node:v8';
import { type ExpectedBuild, findMismatch } from '../../../src/aggregate/expected-build.ts';
import type { Build, Problem, Verdict, RunRecord } from '../../../src/contract/documents.ts';
import { isAlone } from '../../../src/contract/sides.ts';
import { UserError } from '../../../src/contract/user-error.ts';
import { type PackedJson, unpackJson } from '../../../src/settings/pack-json.ts';
import type { ArtifactHead, Readers } from '../../../src/settings/readers/readers.ts';
import { artifactFiles, limitBuild } from '../../../src/transport/artifacts/artifact-limits.ts';
import type { ArtifactSource } from '../../../src/transport/artifacts/artifact-store.ts';
import type { BuildOrigin } from '../../../src/transport/artifacts/describe-shard.ts';
import {
  type CollectedRecord,
  collectUnpacked,
} from '../../../src/transport/artifacts/collect-records.ts';
import type { BuildPlan } from '../change/plan-build.ts';
import type { Judging } from '../change/read-configuration.ts';
import type { AttemptVerdict } from '../ledger/ledger.ts';
import type { LeftOutAnswer } from '../left-out/prove-left-out.ts';
import type { ShardArtifact } from './list-artifacts.ts';
import { type Observed, unpackObserved } from './unpack-observed.ts';
import type { Change } from '../change/read-change.ts';
import type { Run } from '../runs/run.ts';

export interface AttemptRequest {
  source: ArtifactSource;
  readers: Pick<Readers, 'unpackHead' | 'unpackObservation' | 'judgeBuild'>;
  attempt: number;
  artifacts: readonly ShardArtifact[];
  build: BuildOrigin;
  judging: Judging;
  plan: BuildPlan;
  targetBranch: string;
  /** Branch of the change. */
  branch?: string;
  /** Facts of the build, from the API. */
  facts: Partial<Build>;
  /** Full commit ids, from the API. */
  after: string;
  before?: string;
  /** Only for a push: it may be measured without a base, or against what the branch was before. */
  push?: {
    /** Whether this commit is in the history of what was pushed. */
    isBefore(commit: string): Promise<boolean>;
  };
  /** Which tests the change cannot touch, of those that its records leave out. Without it, none. */
  proveLeftOut?(claimed: readonly string[]): Promise<LeftOutAnswer>;
}

export interface JudgedAttempt {
  /** Absent when nothing of it can be used. */
  verdict?: Omit<AttemptVerdict, 'basis'> & { packed: PackedJson };
  /** Those that this attempt brought. */
  fresh: readonly CollectedRecord[];
  /** The observations of a push. */
  observed: readonly Observed[];
  /** Why others were not used, one sentence each. */
  refusals: readonly string[];
  /** Nothing of it can be used, because all of it was compared with another base. */
  isOfOtherBase: boolean;
}

/**
 * The verdict over all shards as it stands after one attempt.
 * @throws what the store throws when it does not answer
 */
export async function judgeAttempt(request: AttemptRequest): Promise<JudgedAttempt> {
  const { artifacts, attempt, build, judging, plan, readers, source } = request;
  const stored = artifacts.map((one) => one.stored);
  const isPush = request.push !== undefined;
  const unpack = isPush ? unpackObserved(readers) : readers.unpackHead;
  const collected = await collectUnpacked<ArtifactHead & Partial<Observed>>(unpack, {
    store: { ...source, list: async () => stored },
    suite: judging.planned.name,
    build,
    ...(isPush ? { alsoRead: [artifactFiles.observation] } : {}),
    buildLimits: limitBuild(getHeapStatistics().heap_size_limit),
  });
  const expected = await describeExpected(request, collected.records);
  const { accepted, refused } = refuseRecords(collected.records, expected, plan);
  const problems = [
    ...collected.refusals.map(({ code, message }): Problem => ({ code, message })),
    ...refused.map(({ problem }) => problem),
  ].map(({ code, message }) => ({ code, message: message.slice(0, 2000) }));
  const refusals = problems.map(({ message }) => message);
  const isOfOtherBase =
    accepted.length === 0 &&
    collected.refusals.length === 0 &&
    refused.every(({ hasOtherBase }) => hasOtherBase);
  const observed = accepted.flatMap(({ observation, record }) =>
    observation === undefined ? [] : [{ observation, shard: record.shard.index }],
  );
  const rest = { refusals, isOfOtherBase, observed };
  if (accepted.length === 0) return { fresh: [], ...rest };
  const claimed = listLeftOut(accepted);
  const leftOut = claimed.length === 0 ? undefined : await request.proveLeftOut?.(claimed);
  try {
    const packed = await readers.judgeBuild(
      accepted.map(({ packed }) => packed),
      {
        suite: judging.suite,
        base: judging.base,
        // A push may name another commit before it, whose plan is unknown here.
        leastPlan: request.push === undefined ? judging.leastPlan : judging.planned,
        targetBranch: request.targetBranch,
        facts: { ...request.facts, ...describeSides(request, expected) },
        expected: { ...expected, mayLeaveOut: leftOut?.proven ?? false },
        problems: [...judging.problems, ...problems, ...(leftOut?.problems ?? [])],
      },
    );
    const anew = new Set(artifacts.filter((one) => one.attempt === attempt).map(nameOf));
    const fresh = accepted.filter(({ artifact }) => anew.has(artifact));
    const shards = fresh.map(({ record }) => record.shard.index).sort((a, b) => a - b);
    const verdict = unpackJson(packed) as Verdict;
    return { verdict: { attempt, shards, verdict, packed }, fresh, ...rest };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return { ...rest, fresh: [], refusals: [...refusals, error.facts.seen] };
  }
}

/** Labels of tests: all that is taken of what a run says of them. */
function listLeftOut(records: readonly CollectedRecord[]): string[] {
  const all = records.flatMap(({ record: { plan, shard, tests } }) => {
    const platform = platformOfShard(plan.platforms, shard.index);
    const same = tests.filter(({ inputs }) => inputs?.state === 'same');
    return same.map(({ name }) => labelTest({ name, platform }));
  });
  return [...new Set(all)];
}

const nameOf = ({ stored }: ShardArtifact): string => stored.name;

/**
 * A pull request has one base, and the API says which. A push may be of several commits: how many the branch
 * got at once only the push knew, so any commit of its history is believed that all records agree on.
 */
async function describeExpected(
  { after, before, judging, plan, push }: AttemptRequest,
  records: readonly CollectedRecord[],
): Promise<ExpectedBuild> {
  const expected = {
    suite: judging.planned.name,
    after,
    planDigest: plan.digest,
    shardTotal: plan.total,
  };
  if (push !== undefined) {
    if (records.every(({ record }) => isAlone(record.plan))) return { ...expected, isAlone: true };
    const [claimed, ...others] = new Set(records.map(({ record }) => record.before.commit));
    const isOne = claimed !== undefined && others.length === 0 && claimed !== after;
    if (isOne && claimed !== before && (await push.isBefore(claimed))) {
      return { ...expected, before: claimed };
    }
  }
  return { ...expected, ...(before === undefined ? { isAlone: false } : { before }) };
}

/** The labels of the sides come from the API too. */
function describeSides(
  { after, branch, targetBranch }: AttemptRequest,
  { before, isAlone: alone }: ExpectedBuild,
): Pick<Build, 'after'> & Partial<Pick<Build, 'before'>> {
  const change = { commit: after, label: (branch ?? after).slice(0, 300) };
  if (alone === true) return { after: change, before: change };
  return {
    after: change,
    ...(before === undefined
      ? {}
      : { before: { commit: before, label: targetBranch.slice(0, 300) } }),
  };
}

interface SortedRecords<R extends CollectedRecord> {
  accepted: R[];
  refused: RefusedRecord[];
}

interface RefusedRecord {
  artifact: string;
  problem: Problem;
  /** All that is wrong with it is its base: it was measured for another pull request, or another target. */
  hasOtherBase: boolean;
}

/**
 * Which records are of the build that GitHub knows. A pull request's code writes its own records: what they
 * say of their commit, base, plan and tests is compared with what has to be so, and never taken from them.
 */
function refuseRecords<R extends CollectedRecord>(
  records: readonly R[],
  expected: ExpectedBuild,
  plan: BuildPlan,
): SortedRecords<R> {
  const sorted: SortedRecords<R> = { accepted: [], refused: [] };
  for (const collected of records) {
    const { artifact, record } = collected;
    const problem = findMismatch(record, expected) ?? findOtherTests(record, plan);
    if (problem === undefined) sorted.accepted.push(collected);
    else {
      const { before, ...others } = expected;
      const hasOtherBase =
        record.before.commit !== before &&
        (findMismatch(record, others) ?? findOtherTests(record, plan)) === undefined;
      sorted.refused.push({ artifact, problem, hasOtherBase });
    }
  }
  return sorted;
}

/** A record can claim the right plan and leave tests out. */
function findOtherTests({ id, shard, tests }: RunRecord, plan: BuildPlan): Problem | undefined {
  const planned = plan.testsOf(shard.index).sort();
  const named = tests.map(({ name }) => name).sort();
  if (JSON.stringify(planned) === JSON.stringify(named)) return undefined;
  const message = `run ${id} (shard ${shard.index + 1} of ${shard.total}) was left out: its tests are not those that perigee.yml gives this shard`;
  return { code: 'foreign-shard', message };
}

const branchKinds = {
  'pull-request': 'pull-request',
  'merge-group': 'merge-queue',
  push: 'default',
} as const;

/** The facts that the API has of the build of a run: those in a record do not count. */
export function describeFacts(change: Change, run: Run, repository: string): Partial<Build> {
  const { headBranch, kind, pullRequest } = change;
  return {
    repository,
    branchKind: branchKinds[kind],
    // Decides which mutes still hold.
    startedAt: new Date(run.createdAtMs).toISOString(),
    ...(headBranch === undefined ? {} : { branch: headBranch.slice(0, 300) }),
    ...(pullRequest === undefined ? {} : { pullRequest: pullRequest.number }),
    links: { build: run.url },
  };
}
