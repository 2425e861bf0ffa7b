import { type Alert, isAlertOpen } from '../../../src/contract/alerts.ts';
import { seriesKey } from '../../../src/contract/series-key.ts';
import type { LookPorts } from '../ports.ts';
import type { Change } from './read-change.ts';

/** The budgets that the branch exceeds which a change is to be merged into: alerts know of the default branch alone. */
export async function findBudgets(
  { github, ledger }: Pick<LookPorts, 'github' | 'ledger'>,
  { isOpen, kind, subject, targetBranch }: Change,
): Promise<Alert[]> {
  const { repository } = subject;
  if (!isOpen || kind === 'push') return [];
  const exceeded = ledger
    .listAlerts(`${repository.owner}/${repository.name}`)
    .filter((alert) => alert.budget !== undefined && isAlertOpen(alert));
  if (exceeded.length === 0) return [];
  return targetBranch === (await github.defaultBranch(repository)) ? exceeded : [];
}

/** The series of those that block. */
export function listBlocked(budgets: readonly Alert[]): ReadonlySet<string> {
  const blocking = budgets.filter(({ budget }) => budget?.action === 'block');
  return new Set(blocking.flatMap(({ series }) => series.map(seriesKey)));
}
