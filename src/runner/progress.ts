import { countBuilds } from '../contract/builds.ts';
import { busyShare, measureWaiting } from '../contract/busy-machine.ts';
import type { Problem, Profile } from '../contract/documents.ts';
import { formatQuantity } from '../contract/units.ts';
import type { Bench } from './bench.ts';
import { listAffected } from './inputs/find-unaffected.ts';
import { systemClock, type Advance } from './run-request.ts';
import type { Step } from './schedule/list-steps.ts';
import type { Upcoming } from './schedule/estimate-time.ts';
import { countPairsAnyway, type Look, timesAtMost } from './schedule/plan-round.ts';
import type { TimeBudget } from './schedule/time-budget.ts';
import type { WarmUp } from './warm-up.ts';

/** Counts executions and time, and tells the entry point. */
export interface Progress {
  /**
   * The work until the next look: warm-ups of these tests, then these steps.
   * @param found which of them go on when the time is over
   */
  expect(warmUps: readonly WarmUp[], steps: readonly Step[], found?: Look): void;
  startWarmUp(execution: WarmUp): void;
  start(step: Step): void;
  skip(step: Step): void;
  finish(step: Step, profile: Profile): void;
  /** Nothing more is measured. @returns what the report says of the time */
  end(found: Look): Problem[];
}

/** Executions over which it is seen whether the machine is busy. */
const recentExecutions = 6;

export function createProgress(bench: Bench, time: TimeBudget): Progress {
  const { onProgress, clock = systemClock } = bench.ports;
  const { plan, host, profiles } = bench.record;
  const { maxRepeats, repeats, timeNs } = plan;
  const warmup = plan.warmup * countBuilds(plan);
  const began = clock.elapsedMs();
  let done = profiles.length;
  // A warm-up is none of the pairs.
  let upcoming: (Upcoming & { pair?: number })[] = [];
  let onward: Look = { hinted: [], open: [] };
  /** Those that may go on, and of which it was told. */
  let further = '';
  let told: string | undefined;
  /** Tests that went on beyond the time. */
  const followed = new Set<string>();
  let hasToldBought = false;
  let hasOverrun = false;

  /** Undefined until something was measured. */
  const measurePairMs = (): { pairMs: number; tests: number; isKnown: boolean } | undefined => {
    const tests = listAffected(bench).filter(({ name }) => !bench.stopped.has(name));
    const pair = tests.flatMap(({ name }) => bench.sides.map((side) => ({ test: name, side })));
    const pairMs = bench.estimate.remainingMs(pair);
    const isKnown = bench.estimate.knows(pair);
    return pairMs === undefined ? undefined : { pairMs, tests: tests.length, isKnown };
  };
  /** Work that no time cuts takes as long as it takes; the rest, as long as there is time and there are pairs. */
  const estimateRest = (step: Step | undefined): number | undefined => {
    const roundMs = bench.estimate.remainingMs(upcoming);
    const pair = measurePairMs();
    if (timeNs === undefined || roundMs === undefined || pair === undefined) return roundMs;
    const mostMs = Math.min(time.leftMs(), Math.max(0, pair.pairMs * maxRepeats - time.usedMs()));
    if (step !== undefined && time.leftMs() === 0) return estimateBeyond();
    const isWhole = step === undefined || step.pair < repeats || mostMs === 0;
    return isWhole ? Math.max(roundMs, mostMs) : mostMs;
  };
  const isUncut = ({ pair = 0, test }: (typeof upcoming)[number]): boolean =>
    pair < countPairsAnyway(test, onward.hinted, plan);
  const isOpen = ({ test }: Upcoming): boolean => onward.suspected?.includes(test) === true;
  const estimateBeyond = (): number => {
    const uncutMs = bench.estimate.remainingMs(upcoming.filter(isUncut)) ?? 0;
    return Math.max(uncutMs, upcoming.some(isOpen) ? time.leftMs(timesAtMost) : 0);
  };
  /** Once for the same tests, also within a round. */
  const reportBeyond = ({ order, pair }: Step): void => {
    if (order > 0 || pair < repeats || time.leftMs() > 0 || told === further) return;
    told = further;
    const open = time.leftMs(timesAtMost) > 0 ? (onward.suspected ?? []) : [];
    const uncut = upcoming.filter(isUncut).map(({ test }) => test);
    const among = new Set(upcoming.map(({ test }) => test));
    for (const test of open) followed.add(test);
    const tests = [...new Set([...open.filter((test) => among.has(test)), ...uncut])].toSorted();
    if (tests.length > 0) onProgress?.({ kind: 'beyond', tests, leftMs: estimateBeyond() });
  };
  const advance = (step?: Step): Advance => {
    const remainingMs = estimateRest(step);
    const total = done + upcoming.length;
    const all = bench.tests.length * bench.sides.length * (warmup + maxRepeats);
    return {
      done,
      total,
      atMost: timeNs === undefined ? Math.max(total, all) : total,
      elapsedMs: clock.elapsedMs() - began,
      remainingMs,
    };
  };
  /** Before the first pair where the warm-ups have shown it, else before the second. */
  const reportBought = ({ pair }: Step): void => {
    if (timeNs === undefined || hasToldBought) return;
    const found = measurePairMs();
    if (found === undefined || !(found.isKnown || pair > 0)) return;
    hasToldBought = true;
    const { pairMs, tests } = found;
    const timeMs = timeNs / 1e6;
    onProgress?.({ kind: 'bought', tests, timeMs, pairMs, repeats, maxRepeats });
  };
  const findBusy = (): { busyShare?: number } => {
    const waiting = measureWaiting({ host, profiles: profiles.slice(-recentExecutions) });
    if (waiting === undefined || waiting.waited - waiting.used <= busyShare) return {};
    return { busyShare: waiting.waited };
  };
  return {
    expect: (warmUps, steps, found = onward) => {
      onward = found;
      further = [...found.hinted, ...(found.suspected ?? [])].toSorted().join();
      upcoming = [...warmUps, ...steps]
        .map(({ test, ...step }) => ({ test: test.name, ...step }))
        .reverse();
    },
    startWarmUp: ({ test, side }) => {
      onProgress?.({ kind: 'warm-up', test: test.name, side, ...advance() });
      upcoming.pop();
      done += 1;
    },
    start: (step) => {
      const { test, side, pair, order } = step;
      reportBought(step);
      reportBeyond(step);
      hasOverrun ||= order === 0 && time.leftMs() === 0;
      onProgress?.({ kind: 'measure', test: test.name, side, pair, ...advance(step) });
    },
    skip: () => {
      upcoming.pop();
    },
    finish: ({ test, side, pair }, { outcome }) => {
      upcoming.pop();
      done += 1;
      const { status } = outcome;
      const execution = { test: test.name, side, pair, status };
      onProgress?.({ kind: 'measured', ...execution, ...findBusy() });
    },
    end: ({ isEnough, open }) => {
      const pairs = new Map(
        [...Map.groupBy(profiles, ({ test }) => test)].map(([test, own]) => [
          test,
          new Set(own.map(({ repeat }) => repeat)).size,
        ]),
      );
      if (timeNs === undefined || pairs.size === 0) return [];
      const [fewestPairs, mostPairs] = [Math.min(...pairs.values()), Math.max(...pairs.values())];
      const isDecided = (test: string): boolean =>
        !open.includes(test) && !bench.stopped.has(test) && (pairs.get(test) ?? 0) < maxRepeats;
      const isBeyond = followed.size > 0 && time.leftMs(timesAtMost) > 0;
      const ends = {
        ...(isBeyond && [...followed].every(isDecided) ? { ends: 'beyond-decided' as const } : {}),
        ...(isEnough === 'all-decided' && time.leftMs() > 0 ? { ends: isEnough } : {}),
      };
      onProgress?.({ kind: 'spent', usedMs: time.usedMs(), fewestPairs, mostPairs, ...ends });
      return hasOverrun ? [describeOverrun(time.usedMs() * 1e6, timeNs, repeats)] : [];
    },
  };
}

function describeOverrun(usedNs: number, timeNs: number, repeats: number): Problem {
  const [used, planned] = [usedNs, timeNs].map((ns) => formatQuantity(ns, 'ns'));
  const message = `this was measured for ${used} instead of ${planned}: every test gets ${repeats} pairs, one in which something points to a regression gets ten, and while nothing is red one past its limit goes on until it is decided, for as long again at most. More shards, fewer tests or a longer time (\`time\` in perigee.yml, or --time) help`;
  return { code: 'time-overrun', message };
}
