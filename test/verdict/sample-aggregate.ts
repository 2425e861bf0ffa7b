import { host, latency } from '../aggregate/make-record.ts';
import type { Aggregate, Metric, Samples, SeriesSamples } from '../../src/contract/documents.ts';
import { judge, type JudgeOptions } from '../../src/verdict/judge.ts';

export { latency };

export const writes: Metric = { ...latency, name: 'disk.writes', unit: 'count', kind: 'count' };

export function sampleSeries(
  before: Samples,
  after: Samples,
  changes: Partial<SeriesSamples> = {},
): SeriesSamples {
  const identity = { test: 'upload', span: 'send', annotations: {}, platform: 'linux-x64' };
  return { ...identity, metric: 'latency', before, after, ...changes };
}

export function sampleAggregate(
  series: SeriesSamples[],
  changes: Partial<Aggregate> = {},
): Aggregate {
  const revision = { commit: 'a'.repeat(40), label: 'main' };
  const passed = { passed: 5, failed: 0, timedOut: 0, interrupted: 0 };
  const names = [...new Set(series.map(({ test }) => test))];
  return {
    schema: 'perigee/aggregate',
    version: 1,
    build: {
      id: 'b1',
      suite: 'sync',
      before: revision,
      after: revision,
      startedAt: '2026-01-01T00:00:00Z',
    },
    shards: { total: 1, received: [0], missing: [] },
    plan: { repeats: 5, maxRepeats: 5, outliersPerFive: 1 },
    hosts: [host],
    metrics: [latency, writes],
    series,
    tests: names.map((name) => ({ name, before: passed, after: passed })),
    problems: [],
    ...changes,
  };
}

export const options: JudgeOptions = { rules: [], today: '2026-01-01', tagsOf: new Map() };

/** The verdict of a build that holds this one series. */
export function judgeOne(series: SeriesSamples, changes: Partial<Aggregate> = {}) {
  const verdict = judge(sampleAggregate([series], changes), options);
  const [only] = verdict.series;
  if (only === undefined) throw new Error('the series is missing from the verdict');
  return { verdict, only };
}

/** 7% slower, give or take: chance does as much in one of fifty. */
export function suspected(changes: Partial<SeriesSamples> = {}): SeriesSamples {
  const slower = [1.04, 1.09, 1.05, 1.12, 1.07].map((factor) => 100e6 * factor);
  return sampleSeries([100e6, 100.1e6, 100e6, 99.9e6, 100e6], slower, changes);
}

/** Five steady values around a level, in ms, given in ns. */
export function steady(levelMs: number): number[] {
  return [1, 1.004, 0.997, 1.002, 0.995].map((factor) => Math.round(levelMs * factor * 1e6));
}
