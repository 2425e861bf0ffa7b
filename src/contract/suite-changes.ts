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

export const planReduced = 'plan-reduced';

/** Whether a problem says that less was measured than perigee.yml before the change asks for. */
export function isPlanReduced({ code }: Pick<Problem, 'code'>): boolean {
  return code === planReduced;
}

const longest = 150;

/** What a headline says of a plan that became smaller and of a changed benchmark, to be put behind it. */
export function describeReductions(problems: readonly Problem[]): string {
  return [
    problems.find(({ code }) => code === 'tests-taken-out'),
    problems.find(isPlanReduced),
    problems.find(({ code }) => code === benchmarkChanged),
  ]
    .map((problem) => (problem === undefined ? '' : `; ${cut(problem.message)}`))
    .join('');
}

function cut(text: string): string {
  return text.length > longest ? `${text.slice(0, longest - 1)}…` : text;
}
