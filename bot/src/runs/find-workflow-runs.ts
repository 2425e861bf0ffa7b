import type { WorkflowRun } from '../github/github-side.ts';
import type { Change } from '../reconcile/read-change.ts';

/**
 * Closing and opening again, or a force-push back, starts a new run of the same commit. Were there room for a
 * few only, as many that are cancelled at once would push out those that were red.
 */
export const mostRuns = 100;

/**
 * The runs that measured this change: of the one workflow that counts, for its event and from its branch. A
 * workflow elsewhere that has the same name is another one, whatever it uploads.
 * @param path of the workflow, from the base branch's perigee.yml
 * @returns oldest first
 */
export function findWorkflowRuns(
  runs: readonly WorkflowRun[],
  change: Change,
  path: string,
): WorkflowRun[] {
  return runs
    .filter((run) => run.path === path && run.event === change.event && isOfHead(run, change))
    .toSorted((a, b) => a.createdAtMs - b.createdAtMs || a.id - b.id)
    .slice(-mostRuns);
}

/** Several forks may have the same commit, and the same branch name. What is not known excludes nobody. */
function isOfHead(run: WorkflowRun, { head, headRepositoryId, headBranch }: Change): boolean {
  if (run.head !== head) return false;
  const isSame = <T>(a: T | undefined, b: T | undefined): boolean =>
    a === undefined || b === undefined || a === b;
  return isSame(run.headRepositoryId, headRepositoryId) && isSame(run.headBranch, headBranch);
}
