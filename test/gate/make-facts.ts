/** Facts of a pull request, from few words. The figures are made, not measured. */
import type { SeriesVerdict, TestOutcome, Verdict } from '../../src/contract/documents.ts';
import { defaultGate, type GateSettings } from '../../src/contract/gate.ts';
import { seriesKey } from '../../src/contract/series-key.ts';
import type { Accept } from '../../src/gate/accept.ts';
import type { MeasuredAttempt } from '../../src/gate/run-history.ts';
import type { GateFacts } from '../../src/gate/gate-facts.ts';
import type { RunFacts } from '../../src/gate/run-history.ts';
import { makeSeries, makeVerdict } from '../report/fixtures/make-verdict.ts';

export const minuteMs = 60_000;
export const nowMs = Date.parse('2026-11-21T12:00:00Z');

/** Of a commit of five minutes ago, by a run that has ended; everything else as it is by default. */
export function makeFacts(
  attempts: readonly MeasuredAttempt[] = [],
  more: Partial<GateFacts> = {},
): GateFacts {
  return {
    nowMs,
    kind: 'pull-request',
    head: 'a1'.repeat(20),
    pullRequests: [7],
    headSinceMs: nowMs - 5 * minuteMs,
    isOpen: true,
    configuration: withGate({}),
    isRelevant: true,
    changesSuite: false,
    run: makeRun({ attempt: attempts.at(-1)?.attempt ?? 1 }),
    attempts,
    shardOf: new Map([
      ['a', 0],
      ['b', 1],
      ['c', 2],
    ]),
    refusals: [],
    accepts: [],
    ...more,
  };
}

export function withGate(gate: Partial<GateSettings>): GateFacts['configuration'] {
  return { kind: 'valid', gate: { ...defaultGate, ...gate } };
}

export function makeRun(more: Partial<RunFacts> = {}): RunFacts {
  return {
    runId: '1',
    attempt: 1,
    url: 'https://github.com/acme/sync/actions/runs/1',
    status: 'completed',
    ...more,
  };
}

/** A series of test `a`, or of another one, in a state. */
export function series(
  state: SeriesVerdict['state'],
  words: Parameters<typeof makeSeries>[0] = {},
): SeriesVerdict {
  const ratio = state === 'regressed' ? 1.2 : 1;
  return makeSeries({ test: 'a', state, ratio, annotations: {}, ...words });
}

/** @param anew the shards that it measured anew; all three when absent */
export function makeAttempt(
  attempt: number,
  all: SeriesVerdict[],
  { anew = [0, 1, 2], ...more }: { anew?: number[] } & Partial<Verdict> = {},
): MeasuredAttempt {
  const verdict = makeVerdict(all, {
    tests: [...new Set(all.map(({ test }) => test))].map((name) => passing(name)),
    shards: { total: 3, received: [0, 1, 2], missing: [] },
    ...more,
  });
  return { attempt, shards: anew, verdict };
}

export function passing(name: string): TestOutcome {
  return { name, before: tally(5, 0), after: tally(5, 0) };
}

export function broken(name: string): TestOutcome {
  return { name, before: tally(5, 0), after: tally(0, 2) };
}

function tally(passed: number, failed: number): TestOutcome['after'] {
  return { passed, failed, timedOut: 0, interrupted: 0 };
}

/** Accepts what a series showed. */
export function accept(of: SeriesVerdict, more: Partial<Accept> = {}): Accept {
  const { change, changeAbsolute, interval } = of.evidence;
  return {
    id: 'A1',
    repositoryId: 1,
    number: 7,
    commit: 'b2'.repeat(20),
    series: [
      {
        key: seriesKey(of),
        test: of.test,
        span: of.span,
        metric: of.metric,
        ...(change === undefined ? {} : { change }),
        ...(changeAbsolute === undefined ? {} : { changeAbsolute }),
        ...(interval?.upper === undefined ? {} : { upper: interval.upper }),
      },
    ],
    by: 'maintainer',
    because: 'worth it',
    atMs: nowMs - 60 * minuteMs,
    ...more,
  };
}
