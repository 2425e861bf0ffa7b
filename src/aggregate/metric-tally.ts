import type { Metric, Side } from '../contract/documents.ts';

/** One way of measuring a metric, and how many executions of each side used it. */
export interface Way extends Record<Side, number> {
  metric: Metric;
}

/** Ways of measuring one metric, by their description. */
export type Tally = Map<string, Way>;

export function countWay(tallies: Map<string, Tally>, metric: Metric, side: Side): void {
  const tally: Tally = tallies.get(metric.name) ?? new Map<string, Way>();
  tallies.set(metric.name, tally);
  const description = describeWay(metric);
  const way = tally.get(description) ?? { metric, before: 0, after: 0 };
  tally.set(description, way);
  way[side] += 1;
  if ((metric.resolution ?? 0) > (way.metric.resolution ?? 0)) way.metric = metric;
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
  const [first] = [...tally].sort(([a, x], [b, y]) => compare(x, y) || (a < b ? -1 : 1));
  if (first === undefined) throw new Error('a tally begins with one way of measuring');
  return first[1];
}

export function describeWay(metric: Metric): string {
  const { source, scope, exactness } = metric;
  return `${source} (${scope}, ${exactness}; ${describeMeaning(metric)})`;
}

/** What has to agree wherever numbers of one metric stand beside each other. */
export function describeMeaning({ unit, direction, kind }: Metric): string {
  return `${unit}, ${direction} is better, ${kind}`;
}
