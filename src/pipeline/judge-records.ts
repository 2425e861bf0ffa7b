import { formatDay } from '../contract/format-time.ts';
import { directedFormats } from '../contract/directed-formats.ts';
import { isOnlyTimeOpen } from '../contract/busy-machine.ts';
import { aggregateRecords } from '../aggregate/aggregate-records.ts';
import { findWithoutWhole } from '../aggregate/keep-sound-profiles.ts';
import { keepDirections, type DirectionsOfBase } from '../aggregate/keep-directions.ts';
import type { HostTrial } from '../contract/host-trial.ts';
import type { LeastPlan } from '../aggregate/find-reduced-plans.ts';
import type { ExpectedBuild, MayLeaveOut } from '../aggregate/expected-build.ts';
import type {
  Aggregate,
  Build,
  Metric,
  Problem,
  RunRecord,
  TestOutcome,
  Verdict,
} from '../contract/documents.ts';
import { findTest, listRenamed } from '../contract/renames.ts';
import { isSuiteChange } from '../contract/suite-changes.ts';
import { isUnaffected } from '../contract/unaffected-tests.ts';
import type { Suite, ThresholdRule } from '../contract/suite.ts';
import { exitCode, type ExitCode } from '../contract/user-error.ts';
import { describeAdditions } from '../gate/hold-additions.ts';
import { weighNotSeen } from '../gate/hold-not-seen.ts';
import { judge } from '../verdict/judge.ts';
import { findOrphanRules } from '../verdict/thresholds/find-orphan-rules.ts';
import { contextOfTests, nameForRules, type RunContext } from '../verdict/thresholds/match-rule.ts';

/** perigee.yml before the change; `none` where there is no such file. */
export type BaseSuite = Suite | 'none';

export interface JudgeRequest {
  /** The suite whose thresholds count: in CI that of the base branch. */
  suite: Suite;
  /** Says which tests the change adds. If that is unknown, every test counts as planned before. */
  base?: BaseSuite;
  /** The least that the records must have planned. */
  leastPlan?: LeastPlan;
  /** The branch that the change is to be merged into, where it is known. */
  targetBranch?: string;
  /** Facts that the records could not know of their build. */
  facts?: Partial<Build>;
  /** Which build it has to be; without it the records decide among themselves. */
  expected?: ExpectedBuild;
  /** As in `expected`; the runs were made on this machine. */
  mayLeaveOut?: MayLeaveOut;
  /** Problems of the build that are known from elsewhere, such as artifacts that could not be read. */
  problems?: readonly Problem[];
  /** The effect of host settings on the machine that measured this. */
  trials?: readonly HostTrial[];
}

export interface Judged {
  verdict: Verdict;
  /** Rules of perigee.yml that match nothing; of a change its own, though older ones may count. */
  orphans: number;
  /** Why a person has to look although nothing is worse, without a full stop. */
  held?: string;
  exitCode: ExitCode;
}

/**
 * From the records of a build to its verdict: folded, judged, and the rules named that match nothing.
 * @param records at least one, in any order
 */
export function judgeRecords(records: readonly RunRecord[], request: JudgeRequest): Judged {
  const { suite, base, leastPlan, mayLeaveOut, targetBranch, facts = {}, expected = {} } = request;
  const kept = keepDirections(takeRenames(records, suite), directionsOf(suite));
  const aggregate = aggregateRecords(kept.records, facts, {
    ...expected,
    ...(leastPlan === undefined ? {} : { leastPlan }),
    ...(mayLeaveOut === undefined ? {} : { mayLeaveOut }),
  });
  // Problems from elsewhere come first: a list that is cut keeps them.
  const forged = findWithoutWhole(kept.records);
  aggregate.problems.unshift(...(request.problems ?? []), ...forged, ...kept.problems);
  aggregate.tests = markNew(aggregate.tests, base);
  const context: RunContext = { ...contextOfTests(suite.tests), targetBranch };
  const today = formatDay(aggregate.build.startedAt);
  const advice = request.trials === undefined ? {} : { trials: request.trials };
  const verdict = judge(aggregate, { rules: suite.thresholds, today, ...context, ...advice });
  // The series of an interrupted run, of other shards, and of tests that were left out, are unknown.
  const orphans =
    wasCutShort(verdict) || expected.shards !== undefined || verdict.tests.some(isUnaffected)
      ? []
      : findOrphans(suite.written ?? suite, aggregate.series, targetBranch);
  verdict.problems.push(...orphans.map(({ where }) => describeOrphan(where)));
  const { gate } = base === undefined || base === 'none' ? suite : base;
  const notSeen = weighNotSeen(verdict, gate.whenNotSeen);
  if (notSeen !== undefined) verdict.problems.push(notSeen.problem);
  const mustBeSeen = base !== undefined && gate.whenSuiteChanged === 'block';
  const additions = mustBeSeen && base !== 'none' ? describeAdditions(verdict) : undefined;
  if (additions !== undefined) verdict.problems.push(additions);
  const isOtherSuite =
    mustBeSeen && (additions !== undefined || (request.problems ?? []).some(isSuiteChange));
  const held = isOtherSuite ? heldForSuite : notSeen?.isHeld ? heldForSight : undefined;
  const isForgiven =
    gate.whenBusy === 'pass' &&
    verdict.conclusion === 'undecided' &&
    isOnlyTimeOpen(verdict.series, verdict.problems);
  const code = isForgiven ? exitCode.nothingRegressed : exitCodeOf(verdict);
  return {
    verdict,
    orphans: orphans.length,
    held,
    exitCode: code,
  };
}

function findOrphans(
  { tests, thresholds }: Pick<Suite, 'tests' | 'thresholds'>,
  series: Aggregate['series'],
  targetBranch: string | undefined,
): ThresholdRule[] {
  const context: RunContext = { ...contextOfTests(tests), targetBranch };
  return findOrphanRules(
    thresholds,
    series.map((one) => nameForRules(one, context)),
    context,
    tests.map(({ name, ruledAs }) => ruledAs?.test ?? name),
  );
}

const heldForSuite =
  'this change alters what is measured (see the problems), and perigee.yml before it says gate.whenSuiteChanged: block';
const heldForSight =
  'too many series were not seen (see the problems), and perigee.yml says gate.whenNotSeen: block';

function directionsOf({ numbers, tests }: Suite): DirectionsOfBase {
  const ofTests = new Map<string, Metric['direction']>();
  for (const { name, results } of tests) {
    const direction = directedFormats.get(results?.format ?? '');
    if (direction !== undefined) ofTests.set(name, direction);
  }
  return { ...(numbers !== undefined && { numbers }), ofTests };
}

/** Which names were changed perigee.yml says: a record could claim to go on with what another span measured. */
function takeRenames(records: readonly RunRecord[], { tests }: Suite): RunRecord[] {
  const renamed = listRenamed(tests);
  return records.map((record) => ({
    ...record,
    plan: { ...record.plan, renamed: renamed.length > 0 ? renamed : undefined },
  }));
}

function markNew(tests: TestOutcome[], base: BaseSuite | undefined): TestOutcome[] {
  if (base === undefined) return tests;
  const planned = new Map(base === 'none' ? [] : base.tests.map((test) => [test.name, test]));
  return tests.map((test) => (findTest(planned, test) ? test : { ...test, isNew: true }));
}

export function exitCodeOf({ conclusion }: Pick<Verdict, 'conclusion'>): ExitCode {
  switch (conclusion) {
    case 'passed':
      return exitCode.nothingRegressed;
    case 'regressed':
      return exitCode.regressed;
    case 'undecided':
      return exitCode.undecided;
    case 'incomplete':
    case 'nothing-measured':
      return exitCode.couldNotMeasure;
  }
}

function wasCutShort({ build, conclusion }: Verdict): boolean {
  return (
    build.interrupted === true || conclusion === 'incomplete' || conclusion === 'nothing-measured'
  );
}

function describeOrphan(where: string): Problem {
  return {
    code: 'rule-matches-nothing',
    message: `${where}: this rule matches no series of this run; fix its names or remove it (\`perigee config check --verbose\` lists the series)`,
  };
}

/** Judges a record by itself: the other shards of its build are elsewhere, and not missing. */
export function judgeShard(record: RunRecord, request: Omit<JudgeRequest, 'expected'>): Judged {
  const { index, total } = record.shard;
  return judgeRecords(
    [record],
    total === 1 ? request : { ...request, expected: { shards: [index] } },
  );
}
