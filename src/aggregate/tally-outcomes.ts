import { labelTest, platformOfShard } from '../contract/platforms.ts';
import { countThings } from '../contract/count-things.ts';
import type { MayLeaveOut } from './expected-build.ts';
import { isUnaffected } from '../contract/unaffected-tests.ts';
import type {
  OutcomeTally,
  Problem,
  Profile,
  RunRecord,
  Side,
  TestInputs,
  TestOutcome,
} from '../contract/documents.ts';

/**
 * Every planned test, with how its executions ended; one that could not be started has failed.
 * @param mayLeaveOut whether the records are believed where they say that a test reads the same on both sides, or
 *   what is known of that from elsewhere
 */
export function tallyOutcomes(
  records: readonly RunRecord[],
  mayLeaveOut: MayLeaveOut = false,
): TestOutcome[] {
  const tests = new Map<string, TestOutcome>();
  for (const record of records) {
    const { renamed: all = [] } = record.plan;
    const platform = platformOfShard(record.plan.platforms, record.shard.index);
    const renamedOf = new Map(all.map(({ test, ...renamed }) => [test, renamed]));
    for (const { inputs, name } of record.tests) {
      const known = inputs && findKnown(labelTest({ name, platform }), inputs, mayLeaveOut);
      const renamed = renamedOf.get(name);
      const kept = { ...(renamed && { renamed }), ...(known && { inputs: known }) };
      tests.set(name, { name, ...kept, before: emptyTally(), after: emptyTally() });
    }
    for (const { test, side, outcome } of record.profiles) {
      const tally = tests.get(test)?.[side];
      if (tally !== undefined) tally[tallyKey(outcome.status)] += 1;
    }
  }
  return [...tests.values()];
}

function findKnown(
  label: string,
  said: TestInputs,
  mayLeaveOut: MayLeaveOut,
): TestInputs | undefined {
  if (typeof mayLeaveOut === 'boolean') return mayLeaveOut ? said : undefined;
  return said.state === 'same' ? mayLeaveOut.get(label) : undefined;
}

/** A test without a single measured execution has vanished; one that did not always pass lost values. */
export function listOutcomeProblems(
  tests: readonly TestOutcome[],
  records: readonly RunRecord[],
): Problem[] {
  const reasons = findReasons(records);
  const problems: Problem[] = [];
  for (const test of tests) {
    if (countAll(test.before) + countAll(test.after) === 0) {
      if (isUnaffected(test)) continue;
      const message = 'it was planned and never measured';
      problems.push({ code: 'test-not-measured', message, test: test.name });
      continue;
    }
    for (const side of ['before', 'after'] as const) {
      problems.push(...describeBad(test, side, reasons.get(`${side} ${test.name}`)));
    }
  }
  return problems;
}

/** Side and test → what the first execution that did not pass said of it. */
function findReasons(records: readonly RunRecord[]): Map<string, string> {
  const reasons = new Map<string, string>();
  for (const { profiles } of records) {
    for (const { test, side, outcome } of profiles) {
      const { status, exitCode, signal, message } = outcome;
      const key = `${side} ${test}`;
      if (status === 'passed' || reasons.has(key)) continue;
      const code = exitCode === undefined ? undefined : `exit code ${exitCode}`;
      const reason = message?.slice(0, 500) ?? signal ?? code;
      if (reason !== undefined) reasons.set(key, reason);
    }
  }
  return reasons;
}

function describeBad(test: TestOutcome, side: Side, reason: string | undefined): Problem[] {
  const tally = test[side];
  const ways = [
    [tally.failed, 'failed'],
    [tally.timedOut, 'timed out'],
    [tally.interrupted, tally.interrupted === 1 ? 'was interrupted' : 'were interrupted'],
  ] as const;
  const seen = ways.filter(([count]) => count > 0).map(([count, way]) => `${count} ${way}`);
  if (seen.length === 0) return [];
  const why = reason === undefined ? '' : ` (${reason})`;
  const all = countAll(tally);
  const executions = countThings(all, 'execution');
  return [
    {
      code: 'executions-not-passed',
      message: `of ${executions} ${seen.join(' and ')}${why}: only the spans that had finished count`,
      test: test.name,
      side,
    },
  ];
}

function tallyKey(status: Profile['outcome']['status']): keyof OutcomeTally {
  switch (status) {
    case 'passed':
      return 'passed';
    case 'timed-out':
      return 'timedOut';
    case 'interrupted':
      return 'interrupted';
    case 'failed':
    case 'not-started':
      return 'failed';
  }
}

function countAll({ passed, failed, timedOut, interrupted }: OutcomeTally): number {
  return passed + failed + timedOut + interrupted;
}

function emptyTally(): OutcomeTally {
  return { passed: 0, failed: 0, timedOut: 0, interrupted: 0 };
}
