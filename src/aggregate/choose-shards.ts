import { countBuilds } from '../contract/builds.ts';
import type { Problem, RunRecord } from '../contract/documents.ts';
import { platformOfShard } from '../contract/platforms.ts';
import { isAlone, sidesOf } from '../contract/sides.ts';
import {
  type ExpectedBuild,
  findMismatch,
  findStaleAttempt,
  nameRecord,
} from './expected-build.ts';

export interface ChosenShards {
  /** One record a shard, by shard index. */
  records: RunRecord[];
  total: number;
  received: number[];
  missing: number[];
  problems: Problem[];
}

/**
 * Picks what belongs together: the records of the build that is expected, or else of the one that most of
 * them belong to; and of each shard the latest attempt. The order in which records arrive makes no
 * difference.
 */
export function chooseShards(
  records: readonly RunRecord[],
  expected: ExpectedBuild = {},
): ChosenShards {
  const refused: Refused[] = [];
  const candidates = records.filter((record) => {
    const problem = findMismatch(record, expected);
    if (problem !== undefined) refused.push({ record, problem });
    return problem === undefined;
  });
  const { own, foreign } = separateForeign(candidates);
  refused.push(...foreign.map((record) => ({ record, problem: describeForeign(record, own[0]) })));
  const problems: Problem[] = [];
  const chosen = new Map<number, RunRecord>();
  const shards = Map.groupBy(own, ({ shard }) => shard.index);
  for (const [index, attempts] of [...shards].sort(([a], [b]) => a - b)) {
    const [latest, ...others] = attempts.sort(compareAttempts);
    if (latest === undefined) continue;
    const stale = findStaleAttempt(latest, expected);
    if (stale === undefined) chosen.set(index, latest);
    else problems.push(stale);
    problems.push(...judgeOthers(latest, others));
  }
  const total = expected.shardTotal ?? own[0]?.shard.total ?? 1;
  const wanted = expected.shards ?? Array.from({ length: total }, (_, index) => index);
  const missing = wanted.filter((index) => !chosen.has(index));
  problems.unshift(...refused.map((one) => judgeRefused(one, chosen)));
  const platforms = own[0]?.plan.platforms;
  problems.push(...missing.map((index) => describeMissing(index, total, platforms)));
  return { records: [...chosen.values()], total, received: [...chosen.keys()], missing, problems };
}

interface Refused {
  record: RunRecord;
  problem: Problem;
}

/** A whole build that is measured again may have another base; what its first attempt left is only old. */
function judgeRefused(
  { record, problem }: Refused,
  chosen: ReadonlyMap<number, RunRecord>,
): Problem {
  const kept = chosen.get(record.shard.index);
  if (kept?.suite !== record.suite || kept.shard.attempt <= record.shard.attempt) return problem;
  return describeSuperseded(kept, record);
}

/**
 * The plan digest covers every test of the build and its shard; how often they are repeated decides which
 * look of the verdict this is, and how many builds a side has what is compared.
 */
function identifyBuild({ suite, before, after, plan, shard }: RunRecord): string {
  const { digest, repeats, maxRepeats, outliersPerFive } = plan;
  const facts = [suite, before.commit, after.commit, sidesOf(plan), shard.total];
  return JSON.stringify([
    ...facts,
    ...[digest, repeats, maxRepeats, outliersPerFive, countBuilds(plan), plan.platforms],
  ]);
}

function separateForeign(records: readonly RunRecord[]): {
  own: RunRecord[];
  foreign: RunRecord[];
} {
  const builds = [...Map.groupBy(records, identifyBuild)];
  builds.sort(([a, x], [b, y]) => {
    return countRuns(y) - countRuns(x) || lastAttempt(y) - lastAttempt(x) || (a < b ? -1 : 1);
  });
  const [own = [], ...rest] = builds.map(([, each]) => each);
  return { own, foreign: rest.flat() };
}

/** A record that was delivered twice is one run. */
function countRuns(records: readonly RunRecord[]): number {
  return new Set(records.map(({ id }) => id)).size;
}

function lastAttempt(records: readonly RunRecord[]): number {
  return records.reduce((last, { shard }) => Math.max(last, shard.attempt), 0);
}

function compareAttempts(a: RunRecord, b: RunRecord): number {
  return (
    b.shard.attempt - a.shard.attempt || compare(b.finishedAt, a.finishedAt) || compare(a.id, b.id)
  );
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** A redelivery of the same run is no news; two runs that both claim the attempt are. */
function* judgeOthers(kept: RunRecord, others: readonly RunRecord[]): Generator<Problem> {
  for (const other of others) {
    if (other.shard.attempt < kept.shard.attempt) yield describeSuperseded(kept, other);
    else if (!isRedelivery(kept, other)) yield describeDuplicate(kept, other);
  }
}

function isRedelivery(a: RunRecord, b: RunRecord): boolean {
  return a === b || (a.id === b.id && JSON.stringify(a) === JSON.stringify(b));
}

/**
 * A record that the records of another build outvote.
 * @param own one of theirs
 */
function describeForeign(record: RunRecord, own: RunRecord | undefined): Problem {
  const mismatch =
    own &&
    findMismatch(record, {
      suite: own.suite,
      before: own.before.commit,
      after: own.after.commit,
      isAlone: isAlone(own.plan),
      planDigest: own.plan.digest,
      shardTotal: own.shard.total,
    });
  if (mismatch !== undefined) return { code: 'foreign-shard', message: mismatch.message };
  const [planned, wanted] = [record, own].map((one) => one?.plan.platforms?.join(', '));
  const why =
    own === undefined || planned === wanted
      ? 'it plans another number of repeats or builds'
      : `it is planned for ${planned ?? 'one platform'}, and the build for ${wanted ?? 'one platform'}`;
  const message = `${nameRecord(record)} was left out: ${why}`;
  return { code: 'foreign-shard', message };
}

function describeMissing(
  index: number,
  total: number,
  platforms: readonly string[] | undefined,
): Problem {
  const platform = platformOfShard(platforms, index);
  return {
    code: 'missing-shard',
    message: `shard ${index + 1} of ${total} is missing: its tests were not compared`,
    ...(platform === undefined ? {} : { platform }),
  };
}

function describeDuplicate(kept: RunRecord, other: RunRecord): Problem {
  const { index, attempt } = kept.shard;
  const claim = `attempt ${attempt} of shard ${index + 1}`;
  const message =
    kept.id === other.id
      ? `two different records of run ${kept.id} say they are ${claim}; the one that ended last is used`
      : `runs ${kept.id} and ${other.id} both say they are ${claim}; the first is used`;
  return { code: 'duplicate-shard', message };
}

/** Measuring again is allowed, and has to be seen: who repeats until it is green has no gate. */
function describeSuperseded(kept: RunRecord, other: RunRecord): Problem {
  return {
    code: 'superseded-shard',
    message: `${nameRecord(other)} was measured again: attempt ${kept.shard.attempt} counts instead of attempt ${other.shard.attempt}`,
  };
}
