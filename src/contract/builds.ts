import type { Plan } from './documents.ts';

/** How many builds each side has. */
export function countBuilds({ builds = 1 }: Pick<Plan, 'builds'>): number {
  return builds;
}

/** The build of its side that a repeat runs in: the pairs go round the builds. */
export function buildOf(plan: Pick<Plan, 'builds'>, repeat: number): number {
  return repeat % countBuilds(plan);
}
