import type { Annotations, RunRecord } from '../contract/documents.ts';
import { orderMetrics } from '../contract/metrics.ts';
import { type ShownUnit, shownUnit } from '../contract/units.ts';
import { countPairs, measureSpread, type SpreadOfRounds } from '../stats/spread-of-rounds.ts';
import { correlateMetrics, type CorrelationMatrix } from './correlate-metrics.ts';
import { foldRounds, type SpanRuns } from './fold-rounds.ts';
import { type Cause, fewestRuns, rankCauses } from './rank-causes.ts';
import { type FunctionShare, rankFunctions } from './rank-functions.ts';

/** How far runs of one commit lie apart. */
export interface Variability {
  commit: string;
  rounds: number;
  /** From the test with the most, over all rounds. */
  runs: number;
  series: SeriesSpread[];
  causes: Cause[];
  /** One for each span: how everything that was seen of its runs goes together. */
  correlations: CorrelationMatrix[];
  /** Empty where no run was profiled. */
  functions: FunctionShare[];
  isProfiled: boolean;
  /** Below it nothing is said of causes. */
  runsForCauses: number;
  /** Tests of which not every run passed. */
  failing: string[];
}

export interface SeriesSpread extends SpreadOfRounds {
  test: string;
  span: string;
  annotations: Annotations;
  metric: string;
  unit: ShownUnit;
  /** The values of every run, round by round. */
  values: number[][];
  /** Pairs that find 5% for this series alone; absent above 10,000. */
  pairsForFivePercent?: number;
}

/** @param records one for each round, all of one commit, at least one */
export function measureVariability(records: readonly RunRecord[]): Variability {
  const profiles = records.flatMap((record) => record.profiles);
  const units = new Map<string, ShownUnit>();
  for (const { metrics } of profiles) {
    for (const metric of metrics) units.set(metric.name, shownUnit(metric));
  }
  const spans = foldRounds(records);
  const failing = new Set(
    profiles.filter(({ outcome }) => outcome.status !== 'passed').map(({ test }) => test),
  );
  const byTest = [...Map.groupBy(profiles, ({ test }) => test).values()];
  return {
    commit: records[0]?.after.commit ?? '',
    rounds: records.length,
    runs: byTest.reduce((most, own) => Math.max(most, own.length), 0),
    series: spans.flatMap((span) => spreadOf(span, records.length, units)),
    causes: rankCauses(spans),
    correlations: spans.flatMap(correlateMetrics),
    functions: rankFunctions(records),
    isProfiled: profiles.some(({ functions }) => functions !== undefined),
    runsForCauses: fewestRuns,
    failing: [...failing],
  };
}

function spreadOf(
  { runs, ...identity }: SpanRuns,
  rounds: number,
  units: ReadonlyMap<string, ShownUnit>,
): SeriesSpread[] {
  const metrics = new Set(runs.flatMap(({ values }) => Object.keys(values)));
  return orderMetrics(metrics).flatMap((metric) => {
    const values: number[][] = Array.from({ length: rounds }, () => []);
    for (const run of runs) {
      const value = run.values[metric];
      if (value !== undefined) values[run.round]?.push(value);
    }
    const all = values.flat();
    // A value that is always zero has no share to differ by.
    if (all.length < 2 || all.every((one) => one === 0)) return [];
    const spread = measureSpread(values);
    const pairs = countPairs(spread.within, 0.05);
    return [
      {
        ...identity,
        metric,
        unit: units.get(metric) ?? 'count',
        ...spread,
        values,
        ...(Number.isFinite(pairs) ? { pairsForFivePercent: pairs } : {}),
      },
    ];
  });
}
