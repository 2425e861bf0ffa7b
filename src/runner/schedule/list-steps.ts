import type { Side } from '../../contract/documents.ts';
import type { SuiteTest } from '../../contract/suite.ts';
import { orderPair } from './order-pair.ts';
import type { TestRound } from './plan-round.ts';

/** One execution that is measured. */
export interface Step {
  test: SuiteTest;
  side: Side;
  /** From 0. */
  pair: number;
  /** 0: first of its pair. */
  order: 0 | 1;
}

/**
 * Every execution between two looks, in order: pair by pair, test by test, side after side.
 * @param sides those that are measured; of one side alone a pair is one execution
 */
export function listSteps(
  seed: number,
  round: readonly TestRound[],
  sides: readonly Side[],
): Step[] {
  const steps: Step[] = [];
  const most = Math.max(0, ...round.map(({ from, to }) => to - from));
  for (let index = 0; index < most; index += 1) {
    for (const { test, from, to } of round) {
      const pair = from + index;
      if (pair >= to) continue;
      const [first, second] = orderPair(seed, test.name, pair).filter((side) =>
        sides.includes(side),
      );
      if (first !== undefined) steps.push({ test, side: first, pair, order: 0 });
      if (second !== undefined) steps.push({ test, side: second, pair, order: 1 });
    }
  }
  return steps;
}
