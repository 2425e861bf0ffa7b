import { createHash } from 'node:crypto';
import { renderCheck } from '../../../src/report/pull-request/render-check.ts';
import type { Look } from './look.ts';
import type { ReconcilePorts } from './ports.ts';

/**
 * Ends the check of the commit before this one, where it still waits: nobody measures it any more. A check
 * that has its verdict keeps it.
 *
 * It ends as one that does not let a merge pass: a push back to that commit must not find it green.
 */
export async function supersede(
  { github }: Pick<ReconcilePorts, 'github'>,
  { change, previousHead }: Look,
): Promise<void> {
  const { head, subject } = change;
  if (previousHead === undefined || previousHead === head) return;
  const { repository } = subject;
  const standing = await github.findCheck(repository, previousHead);
  if (standing === undefined || standing.status === 'completed') return;
  const others = await github.findPullRequests(repository, previousHead);
  if (others.length > 0) return;
  const said = renderCheck({
    head: previousHead,
    state: { kind: 'superseded', by: head },
    ...{ fork: change.fork, links: { logs: {} }, accepts: [], notes: [] },
  });
  const externalId = createHash('sha256').update(`superseded ${head}`).digest('hex').slice(0, 40);
  const end = { status: 'completed', conclusion: 'cancelled', externalId, buttons: [] } as const;
  await github.writeCheck(repository, previousHead, { ...end, ...said }, standing.id);
}
