import type { Aggregate, Metric, Problem } from '../contract/documents.ts';
import { describeMeaning, isCoarser } from './choose-metrics.ts';

/** The fold of one platform's shards. */
export type PlatformFold = Pick<
  Aggregate,
  | 'metrics'
  | 'series'
  | 'functions'
  | 'explanations'
  | 'spreads'
  | 'canaries'
  | 'tests'
  | 'problems'
>;

/** Says of outcomes, functions, explanations and problems where they are from. */
export function placeFold(
  { explanations = [], functions = [], problems, tests, ...fold }: PlatformFold,
  platform: string,
) {
  return {
    ...fold,
    explanations: explanations.map((one) => ({ ...one, platform })),
    functions: functions.map((moved) => ({ ...moved, platform })),
    tests: tests.map(({ name, ...test }) => ({ name, platform, ...test })),
    problems: problems.map((problem): Problem => ({ ...problem, platform })),
  };
}

const lists = ['functions', 'explanations', 'spreads', 'canaries'] as const;

/** @param folds of platforms, at least one */
export function joinPlatforms(folds: readonly PlatformFold[]): PlatformFold {
  const metrics = joinCatalogues(folds);
  const problems: Problem[] = [];
  const series = folds.flatMap((fold) => {
    const other = new Set(fold.metrics.filter((one) => !means(one, metrics)).map(nameOf));
    for (const name of other) problems.push(describeOther(name, fold));
    return fold.series.filter(({ metric }) => !other.has(metric));
  });
  const joined = lists.map(
    (key) => [key, folds.flatMap((fold) => [...(fold[key] ?? [])])] as const,
  );
  return {
    metrics: [...metrics.values()],
    series,
    ...Object.fromEntries(joined.filter(([, list]) => list.length > 0)),
    tests: folds.flatMap(({ tests }) => tests),
    problems: [...problems, ...folds.flatMap((fold) => fold.problems)],
  };
}

/** Each name gets the least exact way, which is careful with the exact values too. */
function joinCatalogues(folds: readonly PlatformFold[]): Map<string, Metric> {
  const found = new Map<string, Metric>();
  for (const metric of folds.flatMap(({ metrics }) => metrics)) {
    const known = found.get(metric.name);
    const isOther = known !== undefined && describeMeaning(known) !== describeMeaning(metric);
    if (known === undefined || (!isOther && isCoarser(metric, known)))
      found.set(metric.name, metric);
  }
  return found;
}

const nameOf = ({ name }: Metric): string => name;

function means(metric: Metric, known: ReadonlyMap<string, Metric>): boolean {
  const other = known.get(metric.name);
  return other !== undefined && describeMeaning(other) === describeMeaning(metric);
}

function describeOther(name: string, { tests }: PlatformFold): Problem {
  const message = `${name} has another unit, direction or kind here than on another platform: left out`;
  const [platform] = tests.flatMap((test) => test.platform ?? []);
  return { code: 'metric-left-out', message, ...(platform === undefined ? {} : { platform }) };
}
