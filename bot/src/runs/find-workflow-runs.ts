import type { WorkflowRun } from '../github/github-side.ts';
import type { Change } from '../change/read-change.ts';

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
    .filter((run) => run.head === change.head && isOfChange(run, change, path))
    .toSorted((a, b) => a.createdAtMs - b.createdAtMs || a.id - b.id);
}

/** Several forks may have the same commit, and the same branch name. An unknown field excludes no run. */
export function isOfChange(
  run: Pick<WorkflowRun, 'path' | 'event' | 'headRepositoryId' | 'headBranch'>,
  { event, headRepositoryId, headBranch }: Change,
  path: string,
): boolean {
  if (run.path !== path || run.event !== event) return false;
  const isSame = <T>(a: T | undefined, b: T | undefined): boolean =>
    a === undefined || b === undefined || a === b;
  return isSame(run.headRepositoryId, headRepositoryId) && isSame(run.headBranch, headBranch);
}
