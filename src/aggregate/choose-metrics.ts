import type { Metric, Problem, RunRecord, Side } from '../contract/documents.ts';

export interface MetricChoice {
  /** One entry a name: of the ways that count the least exact one. */
  catalogue: Metric[];
  /** Whether a value that was measured like this may stand in the series of that test. */
  isComparable(test: string, metric: Metric): boolean;
  problems: Problem[];
}

/** The most that an aggregate may hold. */
const metricsAtMost = 200;

/**
 * Numbers that came about in different ways are not compared: CPU time in clock ticks of one process
 * against nanoseconds of a cgroup would turn red with nothing changed. Of each metric of a test the way
 * that gives most pairs counts, the others leave a gap and a problem. Between tests, which may have run
 * on different hosts, only unit, direction and kind must agree.
 */
export function chooseMetrics(records: readonly RunRecord[]): MetricChoice {
  const { overall, byTest } = tallyWays(records);
  const meanings = new Map(
    [...overall]
      .map(([name, tally]) => [name, describeMeaning(pickMostUsed(tally).metric)] as const)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .slice(0, metricsAtMost),
  );
  const catalogue = new Map<string, Metric>();
  const chosen = new Map<string, Map<string, Metric>>();
  for (const [test, tallies] of byTest) {
    const ways = new Map<string, Metric>();
    chosen.set(test, ways);
    for (const [name, tally] of tallies) {
      const { metric } = pickForPairs(tally);
      if (meanings.get(name) !== describeMeaning(metric)) continue;
      ways.set(name, metric);
      const known = catalogue.get(name);
      if (known === undefined || isCoarser(metric, known)) catalogue.set(name, metric);
    }
  }
  const problems = [...describeMixes(overall), ...describeExcess(overall.size, metricsAtMost)];
  for (const [test, tallies] of byTest) problems.push(...describeLosses(test, tallies, catalogue));
  return {
    catalogue: [...catalogue.values()].sort((a, b) => (a.name < b.name ? -1 : 1)),
    problems,
    isComparable: (test, metric) => {
      const way = chosen.get(test)?.get(metric.name);
      return way !== undefined && isSameWay(way, metric);
    },
  };
}

function tallyWays(records: readonly RunRecord[]): {
  overall: Map<string, Tally>;
  byTest: Map<string, Map<string, Tally>>;
} {
  const overall = new Map<string, Tally>();
  const byTest = new Map<string, Map<string, Tally>>();
  for (const { profiles } of records) {
    for (const { test, side, metrics } of profiles) {
      const own = byTest.get(test) ?? new Map<string, Tally>();
      byTest.set(test, own);
      const once = { [side]: 1 };
      for (const metric of metrics) countWay(own, metric, once);
    }
  }
  for (const own of byTest.values()) {
    for (const way of [...own.values()].flat()) countWay(overall, way.metric, way);
  }
  return { overall, byTest };
}

const fromExactToCoarse: readonly Metric['exactness'][] = [
  'exact',
  'pages',
  'ticks',
  'lower-bound',
];

/**
 * A verdict that takes the coarser of two ways for that of both is careful with the exact values too; the
 * other way round it would take ticks that do not move for counts that are equal.
 */
export function isCoarser(a: Metric, b: Metric): boolean {
  const steps = rank(a) - rank(b) || (a.resolution ?? 0) - (b.resolution ?? 0);
  if (steps !== 0) return steps > 0;
  return !isSameWay(a, b) && describeWay(a) < describeWay(b);
}

function rank({ exactness }: Metric): number {
  return fromExactToCoarse.indexOf(exactness);
}

const longestMessage = 2000;

/** Every metric that was measured in more than one way, over all tests and hosts. */
function describeMixes(overall: ReadonlyMap<string, Tally>): Problem[] {
  return [...overall]
    .filter(([, tally]) => tally.length > 1)
    .map(([name, tally]) => ({
      code: 'metric-source-differs',
      message: `${name} was measured in ${tally.length} ways: ${listWays(tally)}`.slice(
        0,
        longestMessage,
      ),
    }));
}

function listWays(tally: Tally): string {
  return tally
    .map(({ metric }) => describeWay(metric))
    .sort()
    .join('; ');
}

function describeExcess(count: number, most: number): Problem[] {
  if (count <= most) return [];
  const message = `${count - most} metrics beyond the limit of ${most} were left out, the last by name`;
  return [{ code: 'too-many-metrics', message }];
}

/** Names the metrics that one test loses because its executions did not all measure in the same way. */
function describeLosses(
  test: string,
  tallies: ReadonlyMap<string, Tally>,
  catalogue: ReadonlyMap<string, Metric>,
): Problem[] {
  const problems: Problem[] = [];
  for (const [name, tally] of tallies) {
    const kept = pickForPairs(tally);
    const entry = catalogue.get(name);
    if (entry !== undefined && describeMeaning(entry) !== describeMeaning(kept.metric)) {
      const message = `${name} is ${describeMeaning(kept.metric)} here and ${describeMeaning(entry)} in the rest of the build: left out`;
      problems.push({ code: 'metric-left-out', message, test });
    } else if (tally.length > 1) {
      problems.push({ ...describeMixture(name, tally), test });
    }
  }
  return problems;
}

function describeMixture(name: string, tally: Tally): Problem {
  const kept = pickForPairs(tally);
  const after = tally.find((way) => way.after > 0);
  if (countPairs(kept) === 0 && kept.before > 0 && after !== undefined) {
    return {
      code: 'metric-not-comparable',
      message: `${name} was measured before as ${describeWay(kept.metric)} and after as ${describeWay(after.metric)}: numbers of different origin are not compared`,
    };
  }
  const all = tally.reduce((sum, way) => sum + countUses(way), 0);
  return {
    code: 'metric-source-differs',
    message: `${name}: only the ${countUses(kept)} of ${all} executions that measured it through ${kept.metric.source} in the same way count`,
  };
}

/** One way of measuring a metric, and how many executions of each side used it. */
interface Way extends Record<Side, number> {
  metric: Metric;
}

/** The different ways of measuring one metric: nearly always one, so that to look through them is nothing. */
type Tally = Way[];

/** @param counts executions of each side that measured a metric in this way */
function countWay(
  tallies: Map<string, Tally>,
  metric: Metric,
  { before = 0, after = 0 }: Partial<Record<Side, number>>,
): void {
  let tally = tallies.get(metric.name);
  if (tally === undefined) tallies.set(metric.name, (tally = []));
  let way = tally.find((one) => isSameWay(one.metric, metric));
  if (way === undefined) tally.push((way = { metric, before: 0, after: 0 }));
  way.before += before;
  way.after += after;
  if ((metric.resolution ?? 0) > (way.metric.resolution ?? 0)) way.metric = metric;
}

/**
 * Whether two values of one metric came about in the same way. Asked for each metric of each execution, so it
 * compares and describes nothing: to describe took a twelfth of the service's time.
 */
function isSameWay(a: Metric, b: Metric): boolean {
  return (
    a.source === b.source &&
    a.scope === b.scope &&
    a.exactness === b.exactness &&
    a.unit === b.unit &&
    a.direction === b.direction &&
    a.kind === b.kind
  );
}

/**
 * The way that gives most pairs. Where none gives any, that of the before side: the series then has lost its
 * values after, which is never taken for a new one that has nothing to be compared with. Where only the
 * change is measured there is no before side: then the way that most executions used.
 */
function pickForPairs(tally: Tally): Way {
  return pick(
    tally,
    (a, b) => countPairs(b) - countPairs(a) || b.before - a.before || b.after - a.after,
  );
}

function countPairs({ before, after }: Way): number {
  return Math.min(before, after);
}

/** The way that most executions used. */
function pickMostUsed(tally: Tally): Way {
  return pick(tally, (a, b) => countUses(b) - countUses(a));
}

function countUses({ before, after }: Way): number {
  return before + after;
}

/** The order in which records come must not decide: what the two share is settled by their descriptions. */
function pick(tally: Tally, compare: (a: Way, b: Way) => number): Way {
  const [first, ...others] = tally;
  if (first === undefined) throw new Error('a tally begins with one way of measuring');
  return others.reduce((best, way) => {
    const order = compare(best, way);
    if (order !== 0) return order < 0 ? best : way;
    return describeWay(best.metric) < describeWay(way.metric) ? best : way;
  }, first);
}

function describeWay(metric: Metric): string {
  const { source, scope, exactness } = metric;
  return `${source} (${scope}, ${exactness}; ${describeMeaning(metric)})`;
}

/** Numbers of one metric beside each other must agree in this. */
export function describeMeaning({ unit, direction, kind }: Metric): string {
  return `${unit}, ${direction} is better, ${kind}`;
}
