import type { Look } from './look.ts';
import type { ReconcilePorts } from './ports.ts';

/** Other pull requests of the same commit shared their check with this one, which is closed now. */
export async function wakeOthers(
  { github, ledger, nowMs }: Pick<ReconcilePorts, 'github' | 'ledger' | 'nowMs'>,
  { change }: Look,
): Promise<void> {
  const { head, subject } = change;
  if (subject.kind !== 'pull-request') return;
  const { repository } = subject;
  for (const { number } of await github.findPullRequests(repository, head)) {
    if (number === subject.number) continue;
    ledger.scheduleLook({ kind: 'pull-request', repository, number }, nowMs());
  }
}
