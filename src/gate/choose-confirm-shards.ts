import type { GateFacts } from './gate-facts.ts';
import type { RunFacts } from './run-history.ts';

/** From asking until a run that has not begun counts as lost. */
export const confirmWithinMs = 30 * 60_000;

export interface ConfirmPlan {
  /** To be run again, that of the worst first. */
  ask: readonly number[];
  /** Some were asked for, and have not answered yet. */
  isOutstanding: boolean;
  /** When what was asked for counts as lost, unless it has begun by then. */
  lostAtMs?: number;
  /** Tests for which no second vote is possible, and why. */
  unanswerable: ReadonlyMap<string, string>;
}

type Facts = Pick<GateFacts, 'confirmation' | 'shardOf' | 'nowMs'>;

/**
 * What is to be done about alarms that await confirmation. Each shard is asked once: a run that leaves no
 * measurement, fails, or never begins is no reason to ask again, and clears nothing.
 * @param tests that have such alarms, the worst first
 */
export function chooseConfirmShards(
  tests: readonly string[],
  run: RunFacts,
  { confirmation, shardOf, nowMs }: Facts,
): ConfirmPlan {
  const unanswerable = new Map<string, string>();
  const ask = new Set<number>();
  const requested = confirmation?.kind === 'requested' ? confirmation : undefined;
  const asked = new Set(requested?.shards);
  const lostAtMs = (requested?.atMs ?? 0) + confirmWithinMs;
  const hasBegun = run.attempt > (requested?.afterAttempt ?? 0);
  const isOver = hasBegun ? run.status === 'completed' : nowMs >= lostAtMs;
  let isOutstanding = false;
  for (const test of new Set(tests)) {
    const shard = shardOf.get(test);
    if (confirmation?.kind === 'refused') unanswerable.set(test, confirmation.why);
    else if (shard === undefined) unanswerable.set(test, 'it is not known which job measures it');
    else if (!asked.has(shard)) ask.add(shard);
    else if (!isOver) isOutstanding = true;
    else
      unanswerable.set(
        test,
        hasBegun ? 'the second run left no measurement' : 'the second run never began',
      );
  }
  return {
    ask: [...ask],
    isOutstanding,
    ...(isOutstanding && !hasBegun ? { lostAtMs } : {}),
    unanswerable,
  };
}
