import { type ExpectedBuild, findMismatch } from '../../../src/aggregate/expected-build.ts';
import type { Problem, RunRecord } from '../../../src/contract/documents.ts';
import type { CollectedRecord } from '../../../src/transport/artifacts/collect-records.ts';
import type { BuildPlan } from '../change/plan-build.ts';

export interface SortedRecords<R extends CollectedRecord> {
  accepted: R[];
  refused: RefusedRecord[];
}

export interface RefusedRecord {
  artifact: string;
  problem: Problem;
  /** All that is wrong with it is its base: it was measured for another pull request, or another target. */
  hasOtherBase: boolean;
}

/**
 * Which records are of the build that GitHub knows. A pull request's code writes its own records: what they
 * say of their commit, base, plan and tests is compared with what has to be so, and never taken from them.
 */
export function refuseRecords<R extends CollectedRecord>(
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
