import type { Ledger } from '../ledger/ledger.ts';
import type { Change } from './read-change.ts';

/** The ids of the runs of a commit that have a verdict, whatever they measured it for: the newest first. */
export function listJudged(ledger: Pick<Ledger, 'listRuns'>, { head, subject }: Change): string[] {
  return [...new Set(ledger.listRuns(subject.repository.id, head).map(({ runId }) => runId))];
}
