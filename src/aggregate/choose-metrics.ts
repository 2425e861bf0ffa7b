import type { Metric, Problem, RunRecord } from '../contract/documents.ts';

export interface MetricChoice {
  /** One entry a name: the one that most executions used. */
  catalogue: Metric[];
  /** Whether a value that was measured like this may stand in the series of that test. */
  isComparable(test: string, metric: Metric): boolean;
  problems: Problem[];
}

/** What an aggregate may hold. */
const metricsAtMost = 200;

interface Counted {
  metric: Metric;
  executions: number;
}
/** Way of measuring → how often it was used. */
type Tally = Map<string, Counted>;

/**
 * Numbers that came about in different ways are not compared: CPU time in clock ticks of one process
 * against nanoseconds of a cgroup would turn red with nothing changed. Of each metric of a test the way
 * that most executions used counts, the others leave a gap and a problem. Between tests, which may have run
 * on different hosts, only unit, direction and kind must agree.
 */
export function chooseMetrics(records: readonly RunRecord[]): MetricChoice {
  const overall = new Map<string, Tally>();
  const byTest = new Map<string, Map<string, Tally>>();
  for (const { profiles } of records) {
    for (const { test, metrics } of profiles) {
      const own = byTest.get(test) ?? new Map<string, Tally>();
      byTest.set(test, own);
      for (const metric of metrics) {
        count(overall, metric);
        count(own, metric);
      }
    }
  }
  const catalogue = [...overall.values()].map(pickMost).sort(byName).slice(0, metricsAtMost);
  const meaning = new Map(catalogue.map((metric) => [metric.name, describeMeaning(metric)]));
  const chosen = new Map<string, Map<string, string>>();
  const problems = [...describeMixes(overall), ...describeExcess(overall)];
  for (const [test, tallies] of byTest) {
    const ways = [...tallies].map(([name, tally]) => [name, describeWay(pickMost(tally))] as const);
    chosen.set(test, new Map(ways));
    problems.push(...describeGaps(test, tallies));
  }
  return {
    catalogue,
    problems,
    isComparable: (test, metric) =>
      chosen.get(test)?.get(metric.name) === describeWay(metric) &&
      meaning.get(metric.name) === describeMeaning(metric),
  };
}

function count(tallies: Map<string, Tally>, metric: Metric): void {
  const tally: Tally = tallies.get(metric.name) ?? new Map<string, Counted>();
  tallies.set(metric.name, tally);
  const way = describeWay(metric);
  const counted = tally.get(way);
  if (counted === undefined) tally.set(way, { metric, executions: 1 });
  else counted.executions += 1;
}

function pickMost(tally: Tally): Metric {
  const [most] = [...tally].sort(
    ([a, x], [b, y]) => y.executions - x.executions || (a < b ? -1 : 1),
  );
  if (most === undefined) throw new Error('a tally begins with one way of measuring');
  return most[1].metric;
}

function describeMeaning({ unit, direction, kind }: Metric): string {
  return `${unit}, ${direction} is better, ${kind}`;
}

function describeWay(metric: Metric): string {
  const { source, scope, exactness } = metric;
  return `${source} (${scope}, ${exactness}; ${describeMeaning(metric)})`;
}

function describeMixes(overall: ReadonlyMap<string, Tally>): Problem[] {
  return [...overall]
    .filter(([, tally]) => tally.size > 1)
    .map(([name, tally]) => ({
      code: 'metric-source-differs',
      message:
        `${name} was measured in ${tally.size} ways: ${[...tally.keys()].sort().join('; ')}`.slice(
          0,
          2000,
        ),
    }));
}

function describeExcess(overall: ReadonlyMap<string, Tally>): Problem[] {
  const excess = overall.size - metricsAtMost;
  if (excess <= 0) return [];
  const message = `${excess} metrics beyond the limit of ${metricsAtMost} were left out, the last by name`;
  return [{ code: 'too-many-metrics', message }];
}

function describeGaps(test: string, tallies: ReadonlyMap<string, Tally>): Problem[] {
  return [...tallies]
    .filter(([, tally]) => tally.size > 1)
    .map(([name, tally]) => {
      const { source } = pickMost(tally);
      const all = [...tally.values()].reduce((sum, { executions }) => sum + executions, 0);
      const kept = tally.get(describeWay(pickMost(tally)))?.executions ?? 0;
      return {
        code: 'metric-source-differs',
        message: `${name}: only the ${kept} of ${all} executions that measured it through ${source} in the same way are compared`,
        test,
      };
    });
}

function byName(a: Metric, b: Metric): number {
  return a.name < b.name ? -1 : 1;
}
