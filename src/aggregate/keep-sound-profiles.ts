import { buildOf } from '../contract/builds.ts';
import type { Plan, Problem, Profile, RunRecord } from '../contract/documents.ts';
import { wholeTestSpan } from '../contract/execution.ts';
import { noWholeTest } from '../contract/gaps.ts';
import { sidesOf } from '../contract/sides.ts';

export interface SoundRecords {
  records: RunRecord[];
  problems: Problem[];
}

/** As many as a side of a series may hold. */
const repeatsAtMost = 1000;

/**
 * Leaves out what would make a repeat count twice or stand in no series: a test that an earlier shard has
 * measured, a test or a side that was not planned, a repeat that is there already, one beyond the limit, and one of
 * another build than its own.
 */
export function keepSoundProfiles(records: readonly RunRecord[]): SoundRecords {
  const problems: Problem[] = [];
  const taken = new Set<string>();
  const sound = records.map((record) => {
    const tests = record.tests.filter(({ name }) => {
      if (!taken.has(name)) return true;
      problems.push({
        code: 'test-in-two-shards',
        message: `an earlier shard measured it too; the numbers of shard ${record.shard.index + 1} were left out`,
        test: name,
      });
      return false;
    });
    const own = new Set(tests.map(({ name }) => name));
    const planned = new Set(record.tests.map(({ name }) => name));
    for (const name of own) taken.add(name);
    const seen = new Set<string>();
    const profiles = record.profiles.filter((profile) => {
      const problem = findFault(profile, record.plan, planned, seen);
      if (problem !== undefined) problems.push(problem);
      return problem === undefined && own.has(profile.test);
    });
    return { ...record, tests, profiles };
  });
  return { records: sound, problems };
}

/** The runner takes the latency of each whole test; a record without it was not made by the runner alone. */
export function findWithoutWhole(records: readonly RunRecord[]): Problem[] {
  const lacking = new Map<string, number>();
  for (const { test, outcome, spans } of records.flatMap(({ profiles }) => profiles)) {
    const whole = spans.find(({ span }) => span === wholeTestSpan);
    if (outcome.status !== 'passed' || whole?.values['latency'] !== undefined) continue;
    lacking.set(test, (lacking.get(test) ?? 0) + 1);
  }
  return [...lacking].map(([test, count]) => ({
    code: noWholeTest,
    message: `${count} executions in the record passed and have no latency of the whole test, which Perigee always measures`,
    test,
  }));
}

function findFault(
  { test, side, repeat, build = 0 }: Profile,
  plan: Plan,
  planned: ReadonlySet<string>,
  seen: Set<string>,
): Problem | undefined {
  if (!planned.has(test)) {
    return { code: 'test-not-planned', message: 'it was measured but not planned; left out', test };
  }
  if (!sidesOf(plan).includes(side)) {
    const message = 'a side was measured that was not planned; left out';
    return { code: 'side-not-planned', message, test, side };
  }
  if (repeat >= repeatsAtMost) {
    const message = `repeat ${repeat} is beyond the limit of ${repeatsAtMost}; left out`;
    return { code: 'too-many-repeats', message, test, side };
  }
  if (build !== buildOf(plan, repeat)) {
    const message = `repeat ${repeat} says that it ran in build ${build + 1} of its side, and belongs to build ${buildOf(plan, repeat) + 1}; left out`;
    return { code: 'other-build', message, test, side };
  }
  const key = `${side} ${repeat} ${test}`;
  if (seen.has(key)) {
    const message = 'it is in the record twice; the first one counts';
    return { code: 'duplicate-repeat', message, test, side, repeat };
  }
  seen.add(key);
  return undefined;
}
