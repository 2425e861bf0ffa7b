import { UserError, type UserErrorFacts } from '../contract/user-error.ts';
import { mostEdits } from './nearest-name.ts';
import { offsetOfSpot, type Places, type SuiteProblem } from './places.ts';

/** As many as a person works through before trying again. */
const mostShown = 30;

/** All problems of one file as one error, in the order of their places. */
export function describeProblems(
  problems: readonly SuiteProblem[],
  places: Places,
  where: (offset: number) => string,
): UserError {
  const effort = { left: mostEdits };
  const inOrder = problems
    .map((problem) => ({ ...problem, offset: offsetOfSpot(places, problem.at) }))
    .toSorted((a, b) => a.offset - b.offset);
  const shown = inOrder.slice(0, mostShown).map((problem): UserErrorFacts => {
    const { expected, offset, remedy: late, seen } = problem;
    const remedy = typeof late === 'function' ? late(effort) : late;
    return { where: where(offset), seen, expected, ...(remedy && { remedy }) };
  });
  const [first = { seen: 'the file is wrong' }, ...others] = shown;
  const left = problems.length - shown.length;
  if (left > 0) others.push({ seen: `and ${left.toLocaleString('en-US')} more like these` });
  return new UserError({ ...first, others });
}
