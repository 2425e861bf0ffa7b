import type { GateFacts } from './gate-facts.ts';
import type { ConfirmationState, MeasuredAttempt, RunHistory, ShardPlan } from './run-history.ts';

/** All that a decision needs to know beside the runs. */
export type Circumstances = Omit<
  GateFacts,
  'run' | 'attempts' | 'shardOf' | 'refusals' | 'isOfOtherBase' | 'confirmation'
>;

/**
 * Makes the facts of the history of a commit's runs: nothing else does, so that check, comment and commands
 * are about the same. The newest run that counts is the one to go on with. Its attempts are counted on from
 * those of the runs before it: measuring until it is green would be no gate.
 * @param history of all runs of the commit, oldest first
 */
export function assembleFacts(
  circumstances: Circumstances,
  history: readonly RunHistory[],
): GateFacts {
  const counted = listCounted(history);
  const newest = counted.at(-1);
  const attempts: MeasuredAttempt[] = [];
  let attemptsBefore = 0;
  for (const one of counted) {
    for (const each of one.attempts) {
      attempts.push({ ...each, attempt: each.attempt + attemptsBefore });
    }
    if (one !== newest) attemptsBefore += one.run.attempt;
  }
  if (newest === undefined) return { ...circumstances, attempts, shardOf: new Map(), refusals: [] };
  const plan = choosePlan(counted);
  // The request to a run before it is over, whatever came of it.
  const confirmation = leaveOutLost(newest, plan);
  return {
    ...circumstances,
    run: { ...newest.run, attempt: newest.run.attempt + attemptsBefore },
    attempts,
    shardOf: plan?.shardOf ?? new Map(),
    refusals: newest.refusals,
    isOfOtherBase: newest.isOfOtherBase,
    ...(confirmation === undefined ? {} : { confirmation: countOn(confirmation, attemptsBefore) }),
  };
}

/** The runs that say something of this change: those of another base do not, unless there are no others. */
export function listCounted<T extends Pick<RunHistory, 'isOfOtherBase'>>(runs: readonly T[]): T[] {
  const own = runs.filter(({ isOfOtherBase }) => !isOfOtherBase);
  return own.length === 0 ? [...runs] : own;
}

/** If perigee.yml does not say how many shards there are, a run that left nothing does not either. */
export function choosePlan<P>(
  counted: readonly { attempts: readonly unknown[]; plan?: P }[],
): P | undefined {
  return counted.findLast(({ attempts }) => attempts.length > 0)?.plan ?? counted.at(-1)?.plan;
}

/**
 * If a run takes one request for each shard, some can be lost while others are taken: a shard that was not begun since
 * was not asked for.
 */
function leaveOutLost(
  { confirmation, lastAttempt, run }: RunHistory,
  plan: ShardPlan | undefined,
): ConfirmationState | undefined {
  if (confirmation?.kind !== 'requested' || plan === undefined) return confirmation;
  const { afterAttempt, shards } = confirmation;
  if (run.attempt <= afterAttempt) return confirmation;
  const isBegun = (shard: number): boolean =>
    (lastAttempt?.(shard, plan.total) ?? Infinity) > afterAttempt;
  return { ...confirmation, shards: shards.filter(isBegun) };
}

function countOn(confirmation: ConfirmationState, attemptsBefore: number): ConfirmationState {
  if (confirmation.kind !== 'requested') return confirmation;
  return { ...confirmation, afterAttempt: confirmation.afterAttempt + attemptsBefore };
}
