import { countBuilds } from '../contract/builds.ts';
import {
  busyShare,
  measureWaiting,
  stolenShare,
  throttledShare,
} from '../contract/busy-machine.ts';
import type {
  Aggregate,
  Build,
  Host,
  Problem,
  RunRecord,
  Disturbed,
  Profile,
  TestOutcome,
} from '../contract/documents.ts';
import { exitCode, UserError } from '../contract/user-error.ts';
import { chooseClock } from './choose-clock.ts';
import { chooseMetrics } from './choose-metrics.ts';
import { chooseShards, type ChosenShards } from './choose-shards.ts';
import type { ExpectedBuild } from './expected-build.ts';
import { describeSummed } from './count-occurrences.ts';
import { findBusyMachines, meanShare } from './find-busy-machines.ts';
import { findReducedPlans } from './find-reduced-plans.ts';
import { findWeakTests } from './find-weak-tests.ts';
import { foldCanaries } from './fold-canaries.ts';
import { foldProblems } from './fold-problems.ts';
import { foldSeries } from './fold-series.ts';
import { describeExcess, foldSpreads, spreadsAtMost } from './fold-spreads.ts';
import { joinPlatforms, placeFold, type PlatformFold } from './join-platforms.ts';
import { keepSoundProfiles } from './keep-sound-profiles.ts';
import { renameSpans } from './rename-spans.ts';
import { listOutcomeProblems, tallyOutcomes } from './tally-outcomes.ts';

/** For a build: each shard may have one, with a tree of its own in the page. */
const mostExplanations = 20;

/**
 * Folds the run records of a build into one document: shards, attempts and repeats; of several platforms each by
 * itself, since nothing of one is compared with anything of another.
 * @param records valid ones, in any order; what does not belong together is left out and named
 * @param facts what the tests could not know of the build; they win over what the records say
 * @param expected which build it has to be; without it the records decide among themselves
 * @throws UserError (could not measure) when there is no record, or none of this build
 */
export function aggregateRecords(
  records: readonly RunRecord[],
  facts: Partial<Build> = {},
  expected: ExpectedBuild = {},
): Aggregate {
  const chosen = chooseShards(records, expected);
  const [first] = chosen.records;
  if (first === undefined) throw reportNothing(chosen);
  const isOfOne = first.plan.platforms === undefined;
  const groups = [...Map.groupBy(chosen.records, ({ host }) => isOfOne || host.platform)];
  const {
    explanations = [],
    problems,
    spreads = [],
    ...folded
  } = joinPlatforms(
    groups.map(([platform, own]) => {
      const one = foldRecords(own, expected);
      return typeof platform === 'string' ? placeFold(one, platform) : one;
    }),
  );
  const all = chosen.records;
  return {
    schema: 'perigee/aggregate',
    version: 1,
    build: { ...describeBuild(first, all), ...facts },
    shards: { total: chosen.total, received: chosen.received, missing: chosen.missing },
    plan: {
      repeats: first.plan.repeats,
      maxRepeats: first.plan.maxRepeats,
      timeNs: first.plan.timeNs,
      outliersPerFive: first.plan.outliersPerFive,
      ...(countBuilds(first.plan) > 1 ? { builds: countBuilds(first.plan) } : {}),
      ...(first.plan.renamed && { renamed: first.plan.renamed }),
    },
    hosts: listHosts(all),
    ...folded,
    ...(explanations.length === 0 ? {} : { explanations: explanations.slice(0, mostExplanations) }),
    ...(spreads.length === 0 ? {} : { spreads: spreads.slice(0, spreadsAtMost) }),
    problems: foldProblems([...chosen.problems, ...problems, ...describeExcess(spreads)]),
  };
}

/** Folds the records of one platform's shards. */
function foldRecords(records: readonly RunRecord[], expected: ExpectedBuild): PlatformFold {
  const { records: kept, problems: faults } = keepSoundProfiles(records);
  const { records: named, problems: renames } = renameSpans(kept);
  const { records: sound, problems: clocks } = chooseClock(named);
  const metrics = chooseMetrics(sound);
  const counted = listCounted(sound);
  const counts = chooseMetrics(counted);
  const tests = addDisturbances(tallyOutcomes(withCounted(sound), expected.mayLeaveOut), sound);
  const series = [
    ...foldSeries(sound, metrics.isComparable),
    ...foldSeries(counted, counts.isComparable),
  ];
  return {
    metrics: [...metrics.catalogue, ...counts.catalogue],
    series,
    functions: counted.flatMap(({ counting }) => counting?.functions ?? []),
    explanations: sound.flatMap((record) => record.explanations ?? []),
    spreads: foldSpreads(sound),
    canaries: foldCanaries(sound),
    tests,
    problems: [
      ...findReducedPlans(sound, expected.leastPlan),
      ...findBusyMachines(sound),
      ...findWeakTests(sound),
      ...metrics.problems,
      ...counts.problems,
      ...faults,
      ...clocks,
      ...renames,
      ...describeSummed(series),
      ...listOutcomeProblems(tests, sound),
      ...carryProblems(sound),
    ],
  };
}

/** The runs that counted instructions, as records of their own. */
function listCounted(records: readonly RunRecord[]): RunRecord[] {
  return records.flatMap((record) =>
    record.counting === undefined ? [] : [{ ...record, profiles: record.counting.profiles }],
  );
}

/** A test that is in no pair has passed where its instructions were counted. */
function withCounted(records: readonly RunRecord[]): RunRecord[] {
  return records.map((record) => {
    const paired = new Set(record.profiles.map(({ test }) => test));
    const others = record.counting?.profiles.filter(({ test }) => !paired.has(test)) ?? [];
    return others.length === 0 ? record : { ...record, profiles: [...record.profiles, ...others] };
  });
}

function describeBuild(first: RunRecord, records: readonly RunRecord[]): Build {
  const instants = (key: 'startedAt' | 'finishedAt'): string[] =>
    records.map((record) => record[key]).sort((a, b) => Date.parse(a) - Date.parse(b));
  const { id, suite, before, after, branch, plan } = first;
  const finishedAt = instants('finishedAt').at(-1);
  return {
    id,
    suite,
    before,
    after,
    branch,
    startedAt: instants('startedAt')[0] ?? first.startedAt,
    finishedAt,
    sides: plan.sides,
    ...(records.some(({ status }) => status === 'interrupted') ? { interrupted: true } : {}),
  };
}

function listHosts(records: readonly RunRecord[]): Host[] {
  return [...new Map(records.map(({ host }) => [host.fingerprint, host])).values()];
}

function* carryProblems(records: readonly RunRecord[]): Generator<Problem> {
  for (const { problems, profiles } of records) {
    yield* problems;
    for (const { test, side, repeat, problems: own } of profiles) {
      for (const problem of own) yield { test, side, repeat, ...problem };
    }
  }
}

function reportNothing({ problems }: ChosenShards): UserError {
  const [refused, ...others] = problems.filter(({ code }) => code !== 'missing-shard');
  if (refused !== undefined) {
    return new UserError({
      seen: `no run record is of this build: ${refused.message}`,
      expected: 'the record of at least one shard',
      also: others.slice(0, 4).map(({ message }) => message),
      remedy:
        'give the records of one build; look at the logs of the jobs that should have measured',
      exitCode: exitCode.couldNotMeasure,
    });
  }
  return new UserError({
    seen: 'there is no run record to aggregate',
    expected: 'the record of at least one shard',
    remedy: 'look at the logs of the jobs that should have measured',
    exitCode: exitCode.couldNotMeasure,
  });
}

/** Says of each test what the machine took from it, where that is enough to matter. */
function addDisturbances(
  tests: readonly TestOutcome[],
  records: readonly RunRecord[],
): TestOutcome[] {
  const found = new Map<string, Disturbed>();
  for (const { host, profiles } of records) {
    for (const [test, own] of Map.groupBy(profiles, (one) => one.test)) {
      const disturbed = describe(host, own);
      if (Object.keys(disturbed).length > 0) found.set(test, disturbed);
    }
  }
  return tests.map((test) => {
    const disturbed = found.get(test.name);
    return disturbed === undefined ? test : { ...test, disturbed };
  });
}

function describe(host: RunRecord['host'], profiles: Profile[]): Disturbed {
  const waiting = measureWaiting({ host, profiles });
  const waited = waiting === undefined ? 0 : waiting.waited - waiting.used;
  const stolen = meanShare(profiles, 'stealShare') ?? 0;
  const throttled = meanShare(profiles, 'throttledShare') ?? 0;
  return {
    ...(waited > busyShare ? { cpuWaitShare: waited } : {}),
    ...(stolen > stolenShare ? { stealShare: stolen } : {}),
    ...(throttled > throttledShare ? { throttledShare: throttled } : {}),
  };
}
