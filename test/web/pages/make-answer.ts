import type { Change, Commit, Level, RunOfSeries, Series } from '../../../src/web/api/answers.ts';

export const dayMs = 24 * 3_600_000;

export function commitAt(place: number): Commit {
  return {
    commit: String(place).padStart(40, '0'),
    atMs: Date.UTC(2026, 0, 1) + place * dayMs,
    author: 'Ann',
  };
}

export function levelAt(value: number): Level {
  return { value, low: 0.99 * value, high: 1.01 * value };
}

/** A run of the commit at a place against the one before it, on a host: five repeats of each side. */
export function makeRun(
  place: number,
  values: readonly [number, number],
  facts: Partial<RunOfSeries> = {},
): RunOfSeries {
  const side = (at: number, value: number) => ({
    ...{ commit: commitAt(at).commit, place: at, median: value },
    ...{ repeats: [0.98, 0.99, 1, 1.01, 1.02].map((by) => by * value), outliers: [] },
  });
  return {
    ...{ suite: 'sync', runId: `run-${place}`, atMs: commitAt(place).atMs },
    ...{ commit: commitAt(place).commit, baseline: commitAt(place - 1).commit },
    ...{
      branchKind: 'default',
      branch: 'main',
      isComplete: true,
      machines: [0],
      isMachineOdd: false,
    },
    ...{ before: side(place - 1, values[0]), after: side(place, values[1]) },
    compared: {
      ...{ runId: `run-${place}`, before: values[0], after: values[1] },
      change: values[1] / values[0] - 1,
    },
    ...facts,
  };
}

export function makeChange(after: number, upTo: number, facts: Partial<Change> = {}): Change {
  const { commit, atMs } = commitAt(upTo);
  return {
    ...{ commit, atMs, range: { after: commitAt(after), upTo: commitAt(upTo) } },
    ...{ before: levelAt(100e6), after: levelAt(115e6), change: 0.15, isWorse: true },
    ...{ isGradual: false, confidence: 0.999 },
    ...(upTo - after === 1 ? { author: 'Ann' } : {}),
    ...facts,
  };
}

/** Forty commits whose level rises by 15% with the commit at place 20. */
export function makeAnswer(facts: Partial<Series> = {}): Series {
  const levelOf = (place: number): number => (place < 20 ? 100e6 : 115e6);
  const commits = Array.from({ length: 40 }, (_, place) => commitAt(place));
  return {
    series: {
      ...{ id: 'own', suite: 'sync', test: 'upload', span: 'upload', metric: 'latency' },
      ...{ annotations: { num_files: 10 }, platform: 'linux-x64', unit: 'ns', direction: 'lower' },
    },
    branch: 'main',
    commits,
    levels: commits.map((_, place) => ({ place, ...levelAt(levelOf(place)) })),
    isLogarithm: true,
    runs: Array.from({ length: 39 }, (_, i) =>
      makeRun(i + 1, [levelOf(i), levelOf(i + 1)], { machines: [i % 2] }),
    ),
    machines: ['EPYC', 'Xeon'].map((cpu) => ({ cpu, cores: 4, kernel: '6.8' })),
    changes: [makeChange(19, 20)],
    creep: [],
    spreads: { repeat: 0.01, side: 0.01, host: 0.03, hostsFrom: 'commits' },
    siblings: [],
    hasOlder: false,
    ...facts,
  };
}
