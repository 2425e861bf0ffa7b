import type { Problem, Side } from '../../contract/documents.ts';
import type { SideState } from './set-up-or-restore.ts';

/** What a reader of the results has to know of how a side came to be. */
export function describeSideState(side: Side, state: SideState): Problem[] {
  if (state.kind === 'restored') {
    const made = state.madeAt.toISOString().slice(0, 16).replace('T', ' ');
    const message = `the ${side} side was not set up in this job: its build of ${made} UTC was taken`;
    return [{ code: 'build-restored', message, side }];
  }
  if (state.kind === 'interrupted' || state.notKept === undefined) return [];
  const message = `the build of the ${side} side could not be kept for the next jobs: ${state.notKept}`;
  return [{ code: 'build-not-kept', message, side }];
}
