import type { Outcome, Side } from '../contract/documents.ts';
import type { SuiteTest } from '../contract/suite.ts';
import type { Bench } from './bench.ts';
import { executeTest } from './execute-test.ts';
import { orderPair } from './schedule/order-pair.ts';

interface WarmUp {
  test: SuiteTest;
  side: Side;
}

/**
 * Runs every test on both sides as often as the suite says; nothing of it is recorded but failures. A side
 * that did not pass is not warmed up again: it may take until its timeout each time.
 * @param needed the tests that still have executions to come
 */
export async function warmUp(
  bench: Bench,
  needed: readonly SuiteTest[],
  reportStart: (execution: WarmUp) => void,
): Promise<void> {
  const bad = new Set<string>();
  for (let round = 1; round <= bench.record.plan.warmup; round += 1) {
    for (const test of needed) {
      for (const side of orderPair(bench.record.plan.seed, test.name, -round)) {
        const key = `${side} ${test.name}`;
        if (bad.has(key)) continue;
        if (bench.ports.signal.aborted) return;
        reportStart({ test, side });
        const { outcome, log } = await executeTest(bench, test, side, 'warm-up');
        if (outcome.status === 'passed' || outcome.status === 'interrupted') continue;
        bad.add(key);
        bench.record.problems.push({
          code: 'warm-up-not-passed',
          message: `the warm-up ${describeOutcome(outcome)}; its output is in ${log}`,
          test: test.name,
          side,
        });
      }
    }
  }
}

function describeOutcome({ status, exitCode, signal, message }: Outcome): string {
  const facts = [
    ...(exitCode === undefined ? [] : [`exit code ${exitCode}`]),
    ...(signal === undefined ? [] : [signal]),
    ...(message === undefined ? [] : [message.slice(0, 500)]),
  ];
  const suffix = facts.length === 0 ? '' : ` (${facts.join(', ')})`;
  if (status === 'timed-out') return `timed out${suffix}`;
  return status === 'not-started' ? `could not be started${suffix}` : `failed${suffix}`;
}
