import type { CreepBudget } from '../contract/documents.ts';
import { parsePercentage } from '../contract/units.ts';
import { offsetOf, type Places, type SuiteProblem } from './places.ts';
import { showText } from './show-value.ts';

const largest = 10;

/**
 * What is wrong with the section `budget` beyond what its schema can say: one that could never be exceeded, or
 * that noise alone exceeds.
 * @param isSound whether the schema accepts the value at a pointer
 */
export function checkBudget(
  budget: CreepBudget | undefined,
  places: Places,
  isSound: (pointer: string) => boolean,
): SuiteProblem[] {
  if (!(budget instanceof Object)) return [];
  const limits = (['release', 'year'] as const).filter((key) => budget[key] !== undefined);
  const problems = limits.flatMap((key): SuiteProblem[] => {
    const pointer = `/budget/${key}`;
    if (!isSound(pointer)) return [];
    const text = String(budget[key]);
    const share = parsePercentage(text) ?? Infinity;
    if (share > 0 && share <= largest) return [];
    return [
      {
        offset: offsetOf(places, pointer),
        seen: `${showText(text)} is no budget that changes can use up`,
        expected: 'more than 0%, and at most 1000%',
      },
    ];
  });
  if (limits.length > 0 || budget.action === undefined) return problems;
  const seen = 'a budget without a limit';
  const expected = 'release or year, e.g. release: 5%';
  return [{ offset: offsetOf(places, '/budget'), seen, expected }];
}
