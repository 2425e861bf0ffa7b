import type { JudgedOutcome } from '../contract/gate.ts';
import { isOnlyTimeOpen } from '../contract/busy-machine.ts';
import { isAlone } from '../contract/sides.ts';
import { conclude, isNothingCompared } from '../verdict/conclude.ts';
import { judgeTests } from '../verdict/judge-tests.ts';
import { type Combined, combineAttempts, sortByFate } from './combine-attempts.ts';
import { readMeasured } from './compose-verdict.ts';
import type { GateFacts, GateState, Judgement } from './gate-facts.ts';
import { endOfAccept, holdAccepts } from './hold-accepts.ts';
import type { MeasuredAttempt, RunFacts } from './run-history.ts';

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
  // A red change is not made redder: machines and patience are kept for what is open.
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

/**
 * If no run will confirm it any more, the one attempt stands: a failing job clears nothing. A mere suspicion blocks
 * nothing.
 */
function settle(combined: Combined, unanswerable: ReadonlyMap<string, string>): Combined {
  const isLeft = ({ fate, said, test }: Combined['series'][number]): boolean =>
    fate === 'awaits-confirmation' && said.regressed === 0 && unanswerable.has(test);
  const raise = <T extends { fate: string }>(one: T, test: string): T =>
    one.fate === 'awaits-confirmation' && unanswerable.has(test) ? { ...one, fate: 'blocks' } : one;
  return {
    ...combined,
    series: sortByFate(
      combined.series.filter((one) => !isLeft(one)).map((one) => raise(one, one.test)),
    ),
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
    unconfirmed,
  };
}

/**
 * Whether nothing more is to come from the run as it is now. That can be before it ends: once every shard has
 * left its record, the jobs that only report are not waited for.
 */
function isWhole(
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
  // Only we know the shards of a later attempt, and only when it is ours.
  const isOurs =
    confirmation?.kind === 'requested' && confirmation.afterAttempt === run.attempt - 1;
  return isOurs && confirmation.shards.every((shard) => newest.shards.includes(shard));
}

/** The strongest statement about what was judged, with what was accepted out of the way. */
function findOutcome({ verdict, series, tests }: Combined): JudgedOutcome {
  const blocks = ({ fate }: { fate: string }) =>
    fate === 'blocks' || fate === 'awaits-confirmation';
  const counts = { ...verdict.counts, blocking: series.filter(blocks).length };
  const broken = tests.filter(blocks).map(({ name }) => name);
  const findings = { ...judgeTests(verdict.tests, verdict.build), broken };
  switch (conclude(readMeasured(verdict), verdict.series, counts, findings)) {
    case 'regressed':
      return 'regressed';
    case 'incomplete':
    case 'nothing-measured':
      return 'incomplete';
    case 'undecided':
      if (isWithoutBaseline(verdict)) return 'no-baseline';
      return isOnlyTimeOpen(verdict.series, verdict.problems) ? 'busy' : 'undecided';
    case 'passed':
      return series.some(({ fate }) => fate === 'accepted') ? 'accepted' : 'passed';
  }
}

function isWithoutBaseline({ build, series }: Combined['verdict']): boolean {
  return isAlone(build) || isNothingCompared(series);
}

/** From asking until a run that has not begun counts as lost. */
export const confirmWithinMs = 30 * 60_000;

interface ConfirmPlan {
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
 * The steps for alarms that await confirmation. Each shard is asked once: a run that leaves no measurement, fails, or
 * never begins is no reason to ask again, and clears nothing.
 * @param tests that have such alarms, the worst first
 */
function chooseConfirmShards(
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
