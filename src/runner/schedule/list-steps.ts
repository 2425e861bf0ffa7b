import type { Side } from '../../contract/documents.ts';
import type { SuiteTest } from '../../contract/suite.ts';
import { orderPair } from './order-pair.ts';
import type { Look } from './plan-looks.ts';

/** One execution that is measured. */
export interface Step {
  test: SuiteTest;
  side: Side;
  /** From 0. */
  pair: number;
  /** 0: first of its pair. */
  order: 0 | 1;
}

/** Every execution between two looks, in order: pair by pair, test by test, side after side. */
export function listSteps(seed: number, tests: readonly SuiteTest[], look: Look): Step[] {
  const steps: Step[] = [];
  for (let pair = look.from; pair < look.to; pair += 1) {
    for (const test of tests) {
      const [first, second] = orderPair(seed, test.name, pair);
      steps.push({ test, side: first, pair, order: 0 }, { test, side: second, pair, order: 1 });
    }
  }
  return steps;
}
