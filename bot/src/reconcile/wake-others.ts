import { readPush } from '../main-branch/walk-pushes.ts';
import type { Look } from './look.ts';
import type { LookPorts } from '../ports.ts';

/**
 * What depends on a pull request that is closed: others of the same commit shared their check with it, and so did
 * a push to the default branch of that commit; and what it merged is covered by its accepts.
 */
export async function wakeOthers(
  { github, ledger, nowMs }: Pick<LookPorts, 'github' | 'ledger' | 'nowMs'>,
  { change }: Look,
): Promise<void> {
  const { head, pullRequest, subject } = change;
  if (subject.kind !== 'pull-request') return;
  const { repository } = subject;
  for (const { number } of await github.findPullRequests(repository, head)) {
    if (number === subject.number) continue;
    ledger.scheduleLook({ kind: 'pull-request', repository, number }, nowMs());
  }
  for (const commit of new Set([head, pullRequest?.mergeCommit])) {
    if (commit === undefined || readPush(ledger, repository, commit) === undefined) continue;
    ledger.scheduleLook({ kind: 'push', repository, commit }, nowMs());
  }
}
