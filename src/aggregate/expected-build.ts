import { shortenCommit } from '../contract/commit.ts';
import type { Problem, RunRecord, TestInputs } from '../contract/documents.ts';
import type { LeastPlan } from './find-reduced-plans.ts';
import { platformOfShard } from '../contract/platforms.ts';
import { isAlone } from '../contract/sides.ts';

export type MayLeaveOut = boolean | ReadonlyMap<string, TestInputs>;

/**
 * Facts of the build that the caller knows from elsewhere, such as the API of the platform. Each fact that is there
 * must hold for a record, or the record is left out and named.
 */
export interface ExpectedBuild {
  suite?: string;
  /** Full commit ids. */
  before?: string;
  after?: string;
  /** Whether the change alone is measured. It is not where there is a `before`. */
  isAlone?: boolean;
  planDigest?: string;
  /**
   * Whether a test may have been left out because it reads the same on both sides. Who did not see the run
   * must not take its word for that: such a test then counts as never measured. A map names the tests, by label, for which
   * that was found out elsewhere, and what was found: nothing that the records say of it is kept.
   */
  mayLeaveOut?: MayLeaveOut;
  /** The least that a record must have planned; one that did less counts, and is named. */
  leastPlan?: LeastPlan;
  shardTotal?: number;
  /** Indexes of the shards that have to be there; every one of the total when absent. */
  shards?: readonly number[];
  /** Index of a shard → the attempt that measured it last, whether or not it left a record. */
  attempts?: ReadonlyMap<number, number>;
}

/** Why a record is not part of the build; undefined when nothing speaks against it. */
export function findMismatch(record: RunRecord, expected: ExpectedBuild): Problem | undefined {
  const { suite, before, after, host, plan, shard } = record;
  if (shard.index >= shard.total) return foreign(record, `there is no such shard`);
  const platform = platformOfShard(plan.platforms, shard.index);
  if (isOther(platform, host.platform)) {
    return foreign(record, `it is the shard of ${platform}, and was measured on ${host.platform}`);
  }
  if (isOther(expected.suite, suite))
    return foreign(record, `it is of the suite ${formatName(suite)}`);
  if (isOther(expected.after, after.commit)) {
    const why = `it measured ${cut(after.commit)}, and the head is ${cut(expected.after)}`;
    return stale(record, why);
  }
  const wantsAlone = expected.isAlone ?? (expected.before === undefined ? undefined : false);
  if (isOther(wantsAlone, isAlone(plan))) {
    return foreign(
      record,
      isAlone(plan) ? 'it measured one side alone' : 'it measured two sides instead of one',
    );
  }
  if (isOther(expected.before, before.commit)) {
    const why = `its base is ${cut(before.commit)} instead of ${cut(expected.before)}`;
    return foreign(record, why);
  }
  if (isOther(expected.shardTotal, shard.total)) {
    return foreign(record, `the build has ${expected.shardTotal} shards`);
  }
  if (isOther(expected.planDigest, plan.digest)) {
    return foreign(record, 'its plan places or runs the tests in another way');
  }
  return undefined;
}

/** Says so where the last attempt at a shard left nothing, and an older one would stand for it. */
export function findStaleAttempt(
  record: RunRecord,
  { attempts }: ExpectedBuild,
): Problem | undefined {
  const { index, attempt } = record.shard;
  const last = attempts?.get(index);
  if (last === undefined || attempt >= last) return undefined;
  return stale(record, `it is of attempt ${attempt}, and attempt ${last} left no record`);
}

function isOther<T>(expected: T | undefined, value: T): boolean {
  return expected !== undefined && expected !== value;
}

function foreign(record: RunRecord, why: string): Problem {
  return { code: 'foreign-shard', message: `${nameRecord(record)} was left out: ${why}` };
}

function stale(record: RunRecord, why: string): Problem {
  return { code: 'stale-shard', message: `${nameRecord(record)} was left out: ${why}` };
}

/** `run 20261121-… (shard 2 of 4)` */
export function nameRecord({ id, shard }: RunRecord): string {
  return `run ${id} (shard ${shard.index + 1} of ${shard.total})`;
}

function cut(commit = ''): string {
  return shortenCommit(commit);
}

function formatName(name: string): string {
  return JSON.stringify(name.slice(0, 60));
}
