import { cutText } from './cut-text.ts';
import type { Problem } from './documents.ts';

/** The change alters files that say what is measured, together with the code. */
export const benchmarkChanged = 'benchmark-changed';

/** How a change's perigee.yml differs from that before it in what is measured, as problems are called. */
const changes: ReadonlySet<string> = new Set([
  'tests-taken-out',
  'fewer-repeats',
  'suite-changed',
  'suite-changes-left-out',
  benchmarkChanged,
]);

/** Whether a problem says that the change alters what is measured. */
export function isSuiteChange({ code }: Pick<Problem, 'code'>): boolean {
  return changes.has(code);
}

/** The change has other thresholds; the message says which of them count. */
export const thresholdsChanged = 'thresholds-changed';

export const planReduced = 'plan-reduced';

/** Whether a problem says that less was measured than perigee.yml before the change asks for. */
export function isPlanReduced({ code }: Pick<Problem, 'code'>): boolean {
  return code === planReduced;
}

/** A test may keep what it has worked out, and then its executions do not show what the change costs. */
export const firstSlower = 'first-execution-slower';

const longest = 150;

/** The end of a headline about a smaller plan, a changed benchmark and a test that may keep its results. */
export function describeReductions(problems: readonly Problem[]): string {
  return [
    problems.find(({ code }) => code === 'tests-taken-out'),
    problems.find(isPlanReduced),
    problems.find(({ code }) => code === benchmarkChanged),
    problems.find(({ code }) => code === firstSlower),
  ]
    .map((problem) => {
      if (problem === undefined) return '';
      const { code, message, test } = problem;
      return `; ${cutText(code === firstSlower ? `${test}: ${message}` : message, longest)}`;
    })
    .join('');
}
