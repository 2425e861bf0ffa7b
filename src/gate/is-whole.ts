import type { MeasuredAttempt, RunFacts } from './run-history.ts';
import type { GateFacts } from './gate-facts.ts';

/**
 * Whether nothing more is to come from the run as it is now. That can be before it ends: once every shard has
 * left its record, the jobs that only report are not waited for.
 */
export function isWhole(
  run: RunFacts,
  newest: MeasuredAttempt,
  confirmation: GateFacts['confirmation'],
): boolean {
  // GitHub may show an older attempt than the one whose artifacts it has already.
  if (run.attempt < newest.attempt) return false;
  if (run.status === 'completed') return true;
  if (run.attempt > newest.attempt) return false;
  const { total, missing } = newest.verdict.shards ?? { total: 1, missing: [] };
  if (missing.length > 0) return false;
  if (new Set(newest.shards).size >= total) return true;
  // Of a later attempt only we know which shards it has, and only when it is ours.
  const isOurs =
    confirmation?.kind === 'requested' && confirmation.afterAttempt === run.attempt - 1;
  return isOurs && confirmation.shards.every((shard) => newest.shards.includes(shard));
}
