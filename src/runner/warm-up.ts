import { countBuilds } from '../contract/builds.ts';
import type { Outcome, Side } from '../contract/documents.ts';
import type { SuiteTest } from '../contract/suite.ts';
import type { Bench } from './bench.ts';
import { executeTest } from './execute-test.ts';
import { findUnstartable } from './schedule/find-stop.ts';
import { orderPair } from './schedule/order-pair.ts';
import { stopTest } from './stop-test.ts';
import { quoteOutput, tellOutcome } from './tell-outcome.ts';

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
 * Runs every test in each build of its sides as often as the suite says; nothing of it is recorded but failures. A
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
        const { outcome, log } = await executeTest(
          bench,
          test,
          { side, build: round.build },
          'warm-up',
        );
        if (outcome.status === 'passed' || outcome.status === 'interrupted') continue;
        bad.add(key);
        failures.push({ side, outcome, log });
      }
      await reportFailures(bench, test, failures);
    }
  }
}

interface Round {
  /** From 1. */
  number: number;
  build: number;
}

function listRounds({ record: { plan } }: Bench): Round[] {
  const builds = countBuilds(plan);
  const executions = Math.max(1, plan.warmup * builds);
  return Array.from({ length: executions }, (_, i) => ({
    number: 1 + Math.floor(i / builds),
    build: i % builds,
  }));
}

function listSides({ record, sides }: Bench, { name }: SuiteTest, { number }: Round): Side[] {
  const { seed, warmup } = record.plan;
  if (number <= warmup) {
    return orderPair(seed, name, -number).filter((side) => sides.includes(side));
  }
  // Without warm-ups a test that was observed has run on the side before only: the other is not colder.
  const wasObserved = record.tests.some((test) => test.name === name && test.inputs !== undefined);
  return wasObserved ? ['after'] : [];
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
      message: `the warm-up ${tellOutcome(outcome)}${output}`,
      test: test.name,
      side,
    });
  }
}
