import { createHash } from 'node:crypto';
import { renderCheck } from '../../../src/report/pull-request/render-check.ts';
import { Refused } from '../../../src/transport/platform-errors.ts';
import { readPush } from '../main-branch/walk-pushes.ts';
import type { Look } from './look.ts';
import type { LookPorts } from '../ports.ts';

type Ports = Pick<LookPorts, 'github' | 'ledger' | 'logger' | 'nowMs'>;

/**
 * Ends the check of the commit before this one, if it still waits: it is not measured any more. A check
 * that has its verdict keeps it.
 *
 * It ends as one that does not let a merge pass: a push back to that commit must not find it green. Where that
 * commit was pushed to the default branch, too, it gets the verdict on that back.
 */
export async function supersede(ports: Ports, { change, previousHead }: Look): Promise<void> {
  if (previousHead === undefined || previousHead === change.head) return;
  try {
    await endCheckOf(previousHead, ports, change);
  } catch (error) {
    if (!(error instanceof Refused) || error.isOfInstallation) throw error;
    // A force-push leaves commits behind, and GitHub may have this one no more. The new one needs its check.
    ports.logger.log('warn', 'a former check stays as it is', { previousHead, why: error.message });
  }
}

async function endCheckOf(
  previousHead: string,
  { github, ledger, nowMs }: Ports,
  change: Look['change'],
): Promise<void> {
  const { head, subject } = change;
  const { repository } = subject;
  const standing = await github.findCheck(repository, previousHead);
  if (standing === undefined || standing.status === 'completed') return;
  const others = await github.findPullRequests(repository, previousHead);
  if (others.length > 0) return;
  if (readPush(ledger, repository, previousHead) !== undefined) {
    ledger.scheduleLook({ kind: 'push', repository, commit: previousHead }, nowMs());
    return;
  }
  const said = renderCheck({
    head: previousHead,
    state: { kind: 'superseded', by: head },
    ...{ fork: change.fork, links: { logs: {} }, accepts: [], notes: [] },
  });
  const externalId = createHash('sha256').update(`superseded ${head}`).digest('hex').slice(0, 40);
  const end = { status: 'completed', conclusion: 'cancelled', externalId, buttons: [] } as const;
  await github.writeCheck(repository, previousHead, { ...end, ...said }, standing.id);
}
