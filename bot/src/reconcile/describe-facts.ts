import type { Build } from '../../../src/contract/documents.ts';
import type { Change } from '../change/read-change.ts';
import type { Run } from '../runs/run.ts';

const branchKinds = {
  'pull-request': 'pull-request',
  'merge-group': 'merge-queue',
  push: 'default',
} as const;

/** What the API knows of the build of a run: what a record says of the same does not count. */
export function describeFacts(change: Change, run: Run, repository: string): Partial<Build> {
  const { headBranch, kind, pullRequest } = change;
  return {
    repository,
    branchKind: branchKinds[kind],
    // Decides which mutes still hold.
    startedAt: new Date(run.createdAtMs).toISOString(),
    ...(headBranch === undefined ? {} : { branch: headBranch.slice(0, 300) }),
    ...(pullRequest === undefined ? {} : { pullRequest: pullRequest.number }),
    links: { build: run.url },
  };
}
