import type { Problem, RunRecord } from '../contract/documents.ts';

export interface ChosenShards {
  /** One record a shard, by shard index. */
  records: RunRecord[];
  total: number;
  received: number[];
  missing: number[];
  problems: Problem[];
}

/**
 * Picks what belongs together: the records of the build that most of them belong to, and of each shard the
 * latest attempt. The order in which records arrive makes no difference.
 * @param records at least one
 */
export function chooseShards(records: readonly RunRecord[]): ChosenShards {
  const { own, foreign } = separateForeign(records);
  const problems = foreign.map(describeForeign);
  const shards = Map.groupBy(own, ({ shard }) => shard.index);
  const chosen: RunRecord[] = [];
  for (const [index, candidates] of [...shards].sort(([a], [b]) => a - b)) {
    const [latest, ...others] = candidates.sort(compareAttempts);
    if (latest === undefined) continue;
    chosen.push(latest);
    problems.push(...describeDuplicates(index, latest, others));
  }
  const total = chosen[0]?.shard.total ?? 1;
  const received = chosen.map(({ shard }) => shard.index);
  const missing = Array.from({ length: total }, (_, index) => index).filter(
    (index) => !shards.has(index),
  );
  problems.push(...missing.map((index) => describeMissing(index, total)));
  return { records: chosen, total, received, missing, problems };
}

/** The plan digest covers every test of the build and its shard. */
function identifyBuild({ suite, before, after, plan, shard }: RunRecord): string {
  return JSON.stringify([suite, before.commit, after.commit, plan.digest, shard.total]);
}

function separateForeign(records: readonly RunRecord[]): {
  own: RunRecord[];
  foreign: RunRecord[];
} {
  const builds = [...Map.groupBy(records, identifyBuild)];
  builds.sort(([a, x], [b, y]) => countRuns(y) - countRuns(x) || (a < b ? -1 : 1));
  const [most = ['', []], ...rest] = builds;
  const inPlan = ({ shard }: RunRecord): boolean => shard.index < shard.total;
  return {
    own: most[1].filter(inPlan),
    foreign: [...most[1].filter((record) => !inPlan(record)), ...rest.flatMap(([, each]) => each)],
  };
}

/** A record that was delivered twice is one run. */
function countRuns(records: readonly RunRecord[]): number {
  return new Set(records.map(({ id }) => id)).size;
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

function describeForeign({ id, shard }: RunRecord): Problem {
  return {
    code: 'foreign-shard',
    message: `run ${id} (shard ${shard.index + 1} of ${shard.total}) belongs to another build or plan and was left out`,
  };
}

/** A redelivery of the same run is no news; two runs that both claim the attempt are. */
function describeDuplicates(
  index: number,
  kept: RunRecord,
  others: readonly RunRecord[],
): Problem[] {
  const rivals = others.filter(
    ({ id, shard }) => shard.attempt === kept.shard.attempt && id !== kept.id,
  );
  return rivals.map(({ id }) => ({
    code: 'duplicate-shard',
    message: `runs ${kept.id} and ${id} both say they are attempt ${kept.shard.attempt} of shard ${index + 1}; the first is used`,
  }));
}

function describeMissing(index: number, total: number): Problem {
  return {
    code: 'missing-shard',
    message: `shard ${index + 1} of ${total} is missing: its tests were not compared`,
  };
}
