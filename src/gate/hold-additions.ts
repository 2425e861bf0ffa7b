import { listAdded } from '../contract/baseless-tests.ts';
import { listSome } from '../contract/count-things.ts';
import type { Problem, Verdict } from '../contract/documents.ts';
import { shortenName } from '../contract/cut-text.ts';
import { isAlone } from '../contract/sides.ts';

const seriesAdded = 'series-added';
const mostNamed = 3;

/**
 * Tests that perigee.yml before the change does not plan, and spans of the others that have no value before: work that
 * moves into them is measured, and compared with nothing.
 */
export function describeAdditions({
  build,
  series,
  tests,
}: Pick<Verdict, 'build' | 'series' | 'tests'>): Problem | undefined {
  if (isAlone(build)) return undefined;
  const added = listAdded(tests);
  const spans = series.filter(
    ({ after, state, test }) =>
      state === 'no-baseline' && after.location !== undefined && !added.has(test),
  );
  const names = new Set([
    ...[...added].map(shortenName),
    ...spans.map(({ span, test }) => `${shortenName(test)} › ${shortenName(span)}`),
  ]);
  if (names.size === 0) return undefined;
  const named = listSome([...names], mostNamed);
  const message = `this change adds tests or spans, which nothing before can be compared with: ${named}. gate.whenSuiteChanged is block`;
  return { code: seriesAdded, message };
}

export function hasAdditions({ problems }: Pick<Verdict, 'problems'>): boolean {
  return problems.some(({ code }) => code === seriesAdded);
}
