import type { RunRecord } from '../../contract/documents.ts';
import type { Suite, SuiteTest } from '../../contract/suite.ts';
import { median } from '../../stats/median.ts';

export interface ExpectedDurations {
  /** Name of a test → how long its shard works on it, in ms. */
  byTest: ReadonlyMap<string, number>;
  /** The tests without a record; for each of them the median of the others stands. */
  assumed: ReadonlySet<string>;
}

/**
 * How long each test will take its shard, from what executions of it took: the median of one, times both
 * sides, times the pairs of the first look and the warm-ups. Setup is left out: every shard has it.
 * @param records of any runs of the suite; executions that did not come to their end do not count
 * @returns undefined when the records hold none of the tests
 */
export function expectDurations(
  tests: readonly SuiteTest[],
  { repeats, warmup }: Pick<Suite, 'repeats' | 'warmup'>,
  records: readonly RunRecord[],
): ExpectedDurations | undefined {
  const executions = collectExecutions(records);
  const known = new Map<string, number>();
  for (const { name } of tests) {
    const durationsNs = executions.get(name);
    if (durationsNs === undefined) continue;
    known.set(name, (median(durationsNs) / 1e6) * 2 * (repeats + warmup));
  }
  if (known.size === 0) return undefined;
  const usual = median([...known.values()]);
  const assumed = tests.map(({ name }) => name).filter((name) => !known.has(name));
  const byTest = new Map(tests.map(({ name }) => [name, known.get(name) ?? usual]));
  return { byTest, assumed: new Set(assumed) };
}

/** Name of a test → the durations of its executions, in ns. */
function collectExecutions(records: readonly RunRecord[]): Map<string, number[]> {
  const durations = new Map<string, number[]>();
  for (const { profiles } of records) {
    for (const { test, durationNs, outcome } of profiles) {
      if (outcome.status === 'not-started' || outcome.status === 'interrupted') continue;
      const own = durations.get(test) ?? [];
      durations.set(test, own);
      own.push(durationNs);
    }
  }
  return durations;
}
