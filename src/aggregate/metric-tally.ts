import type { Metric, Side } from '../contract/documents.ts';

/** One way of measuring a metric, and how many executions of each side used it. */
export interface Way extends Record<Side, number> {
  metric: Metric;
}

/** The different ways of measuring one metric: nearly always one, so that to look through them is nothing. */
export type Tally = Way[];

/** @param counts executions of each side that measured a metric in this way */
export function countWay(
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
export function isSameWay(a: Metric, b: Metric): boolean {
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
export function pickForPairs(tally: Tally): Way {
  return pick(
    tally,
    (a, b) => countPairs(b) - countPairs(a) || b.before - a.before || b.after - a.after,
  );
}

export function countPairs({ before, after }: Way): number {
  return Math.min(before, after);
}

/** The way that most executions used. */
export function pickMostUsed(tally: Tally): Way {
  return pick(tally, (a, b) => countUses(b) - countUses(a));
}

export function countUses({ before, after }: Way): number {
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

export function describeWay(metric: Metric): string {
  const { source, scope, exactness } = metric;
  return `${source} (${scope}, ${exactness}; ${describeMeaning(metric)})`;
}

/** What has to agree wherever numbers of one metric stand beside each other. */
export function describeMeaning({ unit, direction, kind }: Metric): string {
  return `${unit}, ${direction} is better, ${kind}`;
}
