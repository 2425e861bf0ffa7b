import type { MeasuredAttempt, RunFacts } from './run-history.ts';
import { chooseConfirmShards } from './choose-confirm-shards.ts';
import { combineAttempts, type Combined, sortByFate } from './combine-attempts.ts';
import { findOutcome } from './find-outcome.ts';
import type { GateFacts, GateState, Judgement } from './gate-facts.ts';
import { endOfAccept, holdAccepts } from './hold-accepts.ts';
import { isWhole } from './is-whole.ts';

export interface RunDecision {
  state: GateState;
  confirmShards: readonly number[];
  /** Moments at which the state changes by itself. */
  turnsAtMs: readonly number[];
}

/**
 * The state of a change of which something was measured.
 * @param attempts of the run, oldest first
 * @param why nothing is confirmed; undefined: alarms are
 */
export function judgeRun(
  facts: GateFacts,
  run: RunFacts,
  attempts: readonly [MeasuredAttempt, ...MeasuredAttempt[]],
  why: string | undefined,
): RunDecision {
  const { shardOf, confirmation } = facts;
  const needed = why === undefined ? 2 : 1;
  const accepts = holdAccepts(facts);
  const combined = combineAttempts(attempts, { needed, shardOf, accepts });
  // Each accept of what is judged here: once it is over, others may count, or none.
  const endsAtMs = combined.series.flatMap(({ key }) =>
    (accepts.get(key) ?? []).map(({ accept }) => endOfAccept(accept)),
  );
  const awaiting = [
    ...combined.tests.map(({ name, fate }) => ({ test: name, fate })),
    ...combined.series,
  ]
    .filter(({ fate }) => fate === 'awaits-confirmation')
    .map(({ test }) => test);
  const judge = (now: Combined, unconfirmed?: string): Judgement =>
    describe(now, attempts.length, unconfirmed);

  const newest = attempts.at(-1) ?? attempts[0];
  if (!isWhole(run, newest, confirmation)) {
    const isConfirming = awaiting.length > 0 && run.attempt > 1;
    const kind = isConfirming ? 'confirming' : 'measuring';
    const state: GateState = { kind, run, judgement: judge(combined) };
    return { state, confirmShards: [], turnsAtMs: endsAtMs };
  }

  const plan = chooseConfirmShards(awaiting, run, facts);
  const settled = settle(combined, plan.unanswerable);
  const isSure = [...settled.series, ...settled.tests].some(({ fate }) => fate === 'blocks');
  // What is red already is not made redder: machines and patience are kept for what is open.
  if (plan.isOutstanding || (plan.ask.length > 0 && !isSure)) {
    const canAsk = !plan.isOutstanding && run.status === 'completed';
    return {
      state: { kind: 'confirming', run, judgement: judge(settled) },
      confirmShards: canAsk ? plan.ask : [],
      turnsAtMs: plan.lostAtMs === undefined ? endsAtMs : [plan.lostAtMs, ...endsAtMs],
    };
  }
  const reason = why ?? [...plan.unanswerable.values()][0];
  const isAlone = [...settled.series, ...settled.tests].some(
    ({ fate, said }) => fate === 'blocks' && said.regressed === 1,
  );
  return {
    state: {
      kind: 'judged',
      run,
      judgement: judge(settled, isAlone ? reason : undefined),
      outcome: findOutcome(settled),
    },
    confirmShards: [],
    turnsAtMs: endsAtMs,
  };
}

/** What no run will confirm any more stands as the one attempt said it: a failing job clears nothing. */
function settle(combined: Combined, unanswerable: ReadonlyMap<string, string>): Combined {
  const raise = <T extends { fate: string }>(one: T, test: string): T =>
    one.fate === 'awaits-confirmation' && unanswerable.has(test) ? { ...one, fate: 'blocks' } : one;
  return {
    ...combined,
    series: sortByFate(combined.series.map((one) => raise(one, one.test))),
    tests: combined.tests.map((one) => raise(one, one.name)),
  };
}

function describe(combined: Combined, attempts: number, unconfirmed?: string): Judgement {
  const { verdict, series, tests } = combined;
  return {
    verdict,
    series,
    brokenTests: tests.filter(({ fate }) => fate !== 'cleared').map(({ name }) => name),
    attempts,
    ...(unconfirmed === undefined ? {} : { unconfirmed }),
  };
}
