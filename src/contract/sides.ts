import type { Side } from './documents.ts';

const bothSides: readonly Side[] = ['before', 'after'];

/** Which sides the plan of a run record, or a build, has: both, unless it says otherwise. */
export function sidesOf({ sides }: { sides?: readonly Side[] }): readonly Side[] {
  return sides ?? bothSides;
}

/** Whether only the change was measured, for the history of its branch: there is nothing to compare. */
export function isAlone(planned: { sides?: readonly Side[] }): boolean {
  return !sidesOf(planned).includes('before');
}
