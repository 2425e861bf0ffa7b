import { median } from 'simple-statistics';
import { upperQuantile } from '../../../stats/student-t.ts';
import type { Build, Difference, SeriesName, SeriesOfBuild, SideOfBuild } from '../answers.ts';
import type { BuildPoints, StoredBuild, StoredMachine } from '../../../store/series-point.ts';
import { ApiProblem } from '../http/api-problem.ts';
import type { Given } from '../http/read-request.ts';
import type { Catalogue } from '../repository/catalogue.ts';
import { foldPoints, type Repeat, type Repeats } from '../repository/fold-points.ts';
import { filterSeries, pageOf } from '../repository/page-of.ts';
import { describeMachines } from './describe-build.ts';
import type { RouteContext } from './route.ts';

export async function readBuild({
  catalogue,
  describeBuild,
  given,
  reader,
}: RouteContext): Promise<Build> {
  const { repository } = catalogue;
  const key = { repository, suite: String(given['suite']), runId: String(given['run']) };
  const stored = await reader.readBuild(key);
  if (stored === undefined) {
    throw new ApiProblem(404, 'The repository has no such build, or its points are gone by now.');
  }
  const { build } = stored;
  const found = describeMeasured(catalogue, stored, given);
  const before = findPrevious(catalogue.builds, build);
  const { items, next } = pageOf(found, given, (one) => one.series.id);
  return {
    ...{ build: describeBuild(build), machines: describeMachines(build) },
    ...(before === undefined
      ? {}
      : {
          previous: { build: describeBuild(before), environment: compareMachines(before, build) },
        }),
    ...{ total: found.length, series: items },
    next,
  };
}

/** The largest change for the worse first. What is zero on both sides is left out. */
export function describeMeasured(
  { renamedOf, series }: Catalogue,
  { build, points }: BuildPoints,
  given: Given = {},
): SeriesOfBuild[] {
  const measured = foldPoints(build.suite, points, renamedOf);
  const own = [...measured.keys()].flatMap((id) => series.get(id) ?? []);
  return filterSeries(own, given)
    .map(({ name }) => describeSeries(name, measured.get(name.id) as Repeats))
    .filter(({ after, before }) => [before, after].some((side) => side?.repeats.some(Boolean)))
    .toSorted((a, b) => badnessOf(b) - badnessOf(a));
}

/** @param builds newest first */
function findPrevious(builds: readonly StoredBuild[], build: StoredBuild): StoredBuild | undefined {
  return builds.find(
    (one) =>
      one.atMs < build.atMs &&
      (['suite', 'branchKind', 'branch', 'pullRequest'] as const).every(
        (key) => one[key] === build[key],
      ),
  );
}

type EnvironmentChange = NonNullable<Build['previous']>['environment'][number];

/** Facts of both that differ. */
function compareMachines(before: StoredBuild, after: StoredBuild): EnvironmentChange[] {
  const write = (
    { machines = [] }: StoredBuild,
    read: (machine: StoredMachine) => string | undefined,
  ): string => [...new Set(machines.map(read))].toSorted().join(', ');
  return Object.entries(environment).flatMap(([fact, read]) => {
    const [from, to] = [write(before, read), write(after, read)];
    if (from === to || from === '' || to === '') return [];
    return [{ fact: fact as EnvironmentChange['fact'], from, to }];
  });
}

const environment = {
  machine: ({ cores, cpu }) => `${cpu}, ${cores} cores`,
  kernel: ({ kernel }) => kernel,
  microcode: ({ microcode }) => microcode,
  image: ({ image }) => image,
  toolchain: ({ toolchain }) => toolchain,
} satisfies Record<EnvironmentChange['fact'], (machine: StoredMachine) => string | undefined>;

function describeSeries(series: SeriesName, { after, before }: Repeats): SeriesOfBuild {
  const change = compare(series, before, after);
  return {
    series,
    ...(before.length === 0 ? {} : { before: describeSide(before) }),
    ...(after.length === 0 ? {} : { after: describeSide(after) }),
    ...(change === undefined ? {} : { change }),
  };
}

function describeSide(repeats: readonly Repeat[]): SideOfBuild {
  const values = repeats.map(({ value }) => value);
  const outliers = repeats.flatMap(({ isOutlier }, i) => (isOutlier ? [i] : []));
  return { median: median(values), repeats: values, outliers };
}

/**
 * The means of the repeats that count, as logarithms where all are positive, with Welch's interval. The verdict of
 * the build knows more: what its other series say of the noise, and thresholds.
 */
function compare(
  { direction }: SeriesName,
  before: readonly Repeat[],
  after: readonly Repeat[],
): Difference | undefined {
  const [from, to] = [before, after].map((side) =>
    side.filter(({ isOutlier }) => !isOutlier).map(({ value }) => value),
  ) as [number[], number[]];
  if (from.length < 2 || to.length < 2) return undefined;
  const isLogarithm = [...from, ...to].every((value) => value > 0);
  const [a, b] = [from, to].map((side) => spread(isLogarithm ? side.map(Math.log) : side)) as [
    Spread,
    Spread,
  ];
  const errorSquared = a.errorSquared + b.errorSquared;
  const freedom =
    errorSquared ** 2 / (a.errorSquared ** 2 / (a.n - 1) + b.errorSquared ** 2 / (b.n - 1));
  const away = errorSquared === 0 ? 0 : upperQuantile(0.025, freedom) * Math.sqrt(errorSquared);
  const size = b.mean - a.mean;
  // From zero there are no shares of what was before.
  const whole = Math.abs(a.mean === 0 ? b.mean : a.mean) || 1;
  const share = (one: number): number => (isLogarithm ? Math.expm1(one) : one / whole);
  return describeDifference(direction, [share(size), share(size - away), share(size + away)]);
}

interface Spread {
  n: number;
  mean: number;
  /** The square of the standard error of the mean. */
  errorSquared: number;
}

function spread(values: readonly number[]): Spread {
  const n = values.length;
  const mean = values.reduce((sum, value) => sum + value, 0) / n;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return { n, mean, errorSquared: squares / (n - 1) / n };
}

export function describeDifference(
  direction: 'lower' | 'higher',
  [value, low, high]: readonly [number, number, number],
): Difference {
  const isWorse = value > 0 === (direction === 'lower') && value !== 0;
  return { value, low, high, isClear: low > 0 || high < 0, isWorse };
}

/** Clear changes for the worse first, the largest of them at the top; then those that nothing says much of. */
function badnessOf({ change }: SeriesOfBuild): number {
  return change === undefined ? -Infinity : rankDifference(change);
}

export function rankDifference({ high, isWorse, low }: Difference): number {
  const certain = Math.max(0, low, -high);
  return isWorse ? certain : -certain;
}
