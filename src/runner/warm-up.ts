import { countBuilds } from '../contract/builds.ts';
import type { Outcome, Side } from '../contract/documents.ts';
import type { SuiteTest } from '../contract/suite.ts';
import type { Bench, BuildOfSide } from './bench.ts';
import { describePlace } from './inputs/observe-tests.ts';
import { executeTest } from './execute-test.ts';
import { findUnstartable } from './schedule/find-stop.ts';
import { orderPair } from './schedule/order-pair.ts';
import { stopTest } from './stop-test.ts';
import { quoteOutput, formatFailedOutcome } from './quote-output.ts';

export interface WarmUp {
  test: SuiteTest;
  side: Side;
}

/** All of them, as if every test passed. */
export function listWarmUps(bench: Bench, needed: readonly SuiteTest[]): WarmUp[] {
  return listRounds(bench).flatMap((round) =>
    needed.flatMap((test) => listSides(bench, test, round).map((side) => ({ test, side }))),
  );
}

/**
 * Runs every test in each build of its sides as often as the suite says, and first as often as the other side was
 * observed; nothing of it is recorded but failures. A
 * side that did not pass is not warmed up again: it may take until its timeout each time.
 * @param needed the tests that still have executions to come
 */
export async function warmUp(
  bench: Bench,
  needed: readonly SuiteTest[],
  reportStart: (execution: WarmUp) => void,
): Promise<void> {
  const bad = new Set<string>();
  for (const round of listRounds(bench)) {
    for (const test of needed) {
      const failures: Failure[] = [];
      for (const side of listSides(bench, test, round)) {
        const key = `${side} ${test.name}`;
        if (bad.has(key)) continue;
        if (bench.ports.signal.aborted) return;
        reportStart({ test, side });
        const { outcome, log } = await warmUpOnce(bench, test, { side, build: round.build });
        if (outcome.status === 'passed' || outcome.status === 'interrupted') continue;
        bench.onFailed?.(test.name);
        bad.add(key);
        failures.push({ side, outcome, log });
      }
      await reportFailures(bench, test, failures);
    }
  }
}

/** The first one on each side shows which code the test runs. */
async function warmUpOnce(bench: Bench, test: SuiteTest, where: BuildOfSide): Promise<Warmed> {
  const { code } = bench;
  const observer = code?.observer;
  if (observer !== undefined && code !== undefined && !code.isSeen(test, where.side)) {
    const place = describePlace(bench, test, where);
    const { ended, observation } = await observer.observe(
      place,
      (wrap) => executeTest(bench, test, where, 'observed', wrap),
      'opens',
    );
    if (ended.outcome.status === 'passed') code.note(test, where.side, observation);
    // Some programs, such as sudo, do not run while they are watched.
    if (ended.outcome.status !== 'failed') return ended;
  }
  return executeTest(bench, test, where, 'warm-up');
}

type Warmed = Awaited<ReturnType<typeof executeTest>>;

interface Round {
  /** From 1. Those of kind `even` let the other side run as often as one was observed. */
  number: number;
  kind: 'even' | 'both';
  build: number;
}

/** The files of a test grow with each run of it, so both sides run alike often before the first pair. */
function listRounds({ code, observed, record: { plan } }: Bench): Round[] {
  const builds = countBuilds(plan);
  const most = Math.max(0, ...[...observed.values()].map(({ runs }) => runs));
  // Tests are observed in the first build.
  const even = Array.from({ length: most }, (_, i): Round => ({
    number: i + 1,
    kind: 'even',
    build: 0,
  }));
  // A test without warm-up is seen once all the same.
  const warmups = Math.max(plan.warmup, code?.observer === undefined ? 0 : 1);
  const both = Array.from({ length: warmups * builds }, (_, i): Round => ({
    number: 1 + Math.floor(i / builds),
    kind: 'both',
    build: i % builds,
  }));
  return [...even, ...both];
}

function listSides(
  { observed, record, sides }: Bench,
  { name }: SuiteTest,
  { build, kind, number }: Round,
): Side[] {
  const done = observed.get(name);
  // Both sides have run as often already: one observed, the other in its even rounds.
  if (kind === 'both' && build === 0 && done !== undefined && number <= done.passed) return [];
  if (kind === 'both') {
    // Cold caches make the very first execution slower, which must not look like the change.
    const order: readonly Side[] =
      number === 1 ? ['before', 'after'] : orderPair(record.plan.seed, name, -number);
    return order.filter((side) => sides.includes(side));
  }
  if (done === undefined || number > done.runs) return [];
  return sides.filter((side) => side !== done.side);
}

interface Failure {
  side: Side;
  outcome: Outcome;
  log: string;
}

/** A test that cannot be started on any side gets no pairs: they would say the same. */
async function reportFailures(
  bench: Bench,
  test: SuiteTest,
  failures: readonly Failure[],
): Promise<void> {
  const stop = findUnstartable(test.name, failures, bench.sides);
  if (stop !== undefined) {
    stopTest(bench, stop);
    return;
  }
  for (const { side, outcome, log } of failures) {
    const output =
      outcome.status === 'not-started'
        ? ''
        : await quoteOutput(bench.runDirectory, bench.record.id, log, bench.secrets);
    bench.record.problems.push({
      code: 'warm-up-not-passed',
      message: `the warm-up ${formatFailedOutcome(outcome)}${output}`,
      test: test.name,
      side,
    });
  }
}
