import { UserError, type UserErrorFacts } from '../contract/user-error.ts';
import { mostEdits } from './nearest-name.ts';
import type { SuiteProblem } from './places.ts';

/** As many as a person works through before trying again. */
const mostShown = 30;

/** All problems of one file as one error, in the order of their places. */
export function describeProblems(
  problems: readonly SuiteProblem[],
  where: (offset: number) => string,
): UserError {
  const effort = { left: mostEdits };
  const inOrder = problems.toSorted((a, b) => a.offset - b.offset);
  const shown = inOrder.slice(0, mostShown).map(({ offset, ...words }): UserErrorFacts => {
    const { remedy: late, ...rest } = words;
    const remedy = typeof late === 'function' ? late(effort) : late;
    return { where: where(offset), ...rest, ...(remedy && { remedy }) };
  });
  const [first = { seen: 'the file is wrong' }, ...others] = shown;
  const left = problems.length - shown.length;
  if (left > 0) others.push({ seen: `and ${left.toLocaleString('en-US')} more like these` });
  return new UserError({ ...first, others });
}
