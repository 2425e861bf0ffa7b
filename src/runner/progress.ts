import { countBuilds } from '../contract/builds.ts';
import type { Profile } from '../contract/documents.ts';
import type { Bench } from './bench.ts';
import { systemClock, type Advance } from './run-request.ts';
import type { Step } from './schedule/list-steps.ts';
import type { Upcoming } from './schedule/estimate-time.ts';
import type { WarmUp } from './warm-up.ts';

/** Counts executions and tells the entry point. */
export interface Progress {
  /** What is to come until the next look: warm-ups of these tests, then these steps. */
  expect(warmUps: readonly WarmUp[], steps: readonly Step[]): void;
  startWarmUp(execution: WarmUp): void;
  start(step: Step): void;
  skip(step: Step): void;
  finish(step: Step, profile: Profile): void;
}

export function createProgress(bench: Bench): Progress {
  const { onProgress, clock = systemClock } = bench.ports;
  const { plan } = bench.record;
  const { maxRepeats } = plan;
  const warmup = plan.warmup * countBuilds(plan);
  const began = clock.elapsedMs();
  let done = bench.record.profiles.length;
  let upcoming: Upcoming[] = [];

  const advance = (): Advance => {
    const remainingMs = bench.estimate.remainingMs(upcoming);
    return {
      done,
      total: done + upcoming.length,
      atMost: Math.max(
        done + upcoming.length,
        bench.tests.length * bench.sides.length * (warmup + maxRepeats),
      ),
      elapsedMs: clock.elapsedMs() - began,
      ...(remainingMs === undefined ? {} : { remainingMs }),
    };
  };
  return {
    expect: (warmUps, steps) => {
      upcoming = [...warmUps, ...steps]
        .map(({ test, side }) => ({ test: test.name, side }))
        .reverse();
    },
    startWarmUp: ({ test, side }) => {
      onProgress?.({ kind: 'warm-up', test: test.name, side, ...advance() });
      upcoming.pop();
      done += 1;
    },
    start: ({ test, side, pair }) => {
      onProgress?.({ kind: 'measure', test: test.name, side, pair, ...advance() });
    },
    skip: () => {
      upcoming.pop();
    },
    finish: ({ test, side, pair }, { outcome, durationNs }) => {
      upcoming.pop();
      done += 1;
      const { status } = outcome;
      const durationMs = durationNs / 1e6;
      onProgress?.({ kind: 'measured', test: test.name, side, pair, status, durationMs });
    },
  };
}
