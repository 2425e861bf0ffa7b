import { median } from 'simple-statistics';
import type { Build, Difference, SeriesName, SeriesOfBuild, SideOfBuild } from '../answers.ts';
import type { BuildPoints, StoredBuild, StoredMachine } from '../../../store/series-point.ts';
import {
  blocksByDefault,
  compareSides,
  type ComparedSides,
  isWorthTelling,
  type KnownVerdict,
  type Repeat,
  type Repeats,
} from '../compare-sides.ts';
import { ApiProblem } from '../http/api-problem.ts';
import type { Given } from '../http/read-request.ts';
import type { Catalogue } from '../repository/catalogue.ts';
import { foldPoints } from '../repository/fold-points.ts';
import { filterSeries, pageOf } from '../repository/page-of.ts';
import { describeMachines } from './describe-build.ts';
import type { RouteContext } from './route.ts';

export async function readBuild({
  catalogue,
  describeBuild,
  given,
  reader,
  verdictOf,
}: RouteContext): Promise<Build> {
  const { repository } = catalogue;
  const key = { repository, suite: String(given['suite']), runId: String(given['run']) };
  const stored = await reader.readBuild(key);
  if (stored === undefined) {
    throw new ApiProblem(404, 'The repository has no such build, or its points are gone by now.');
  }
  const { build } = stored;
  const found = describeMeasured(catalogue, stored, { given, verdict: verdictOf(build) });
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
  { given = {}, verdict }: { given?: Given; verdict: KnownVerdict },
): SeriesOfBuild[] {
  const measured = foldPoints(build.suite, points, renamedOf);
  const own = [...measured.keys()].flatMap((id) => series.get(id) ?? []);
  return filterSeries(own, given)
    .map(({ name }) => describeSeries(name, measured.get(name.id) as Repeats, build, verdict))
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

function describeSeries(
  series: SeriesName,
  repeats: Repeats,
  build: StoredBuild,
  verdict: KnownVerdict,
): SeriesOfBuild {
  const { after, before } = repeats;
  const compared = compareSides(series, repeats, build, verdict);
  const change =
    compared?.difference &&
    describeDifference(series, { ...compared, difference: compared.difference }, verdict);
  return {
    series,
    ...(before.length === 0 ? {} : { before: describeSide(before, compared?.before) }),
    ...(after.length === 0 ? {} : { after: describeSide(after, compared?.after) }),
    ...(change && {
      change: { ...change, isClear: change.isClear && isCounted(series, verdict) },
    }),
  };
}

/** Where a verdict is known, what moves and can never fail a build does not look as if it had. */
function isCounted(
  series: SeriesName,
  { conclusion, regressed = {}, warning, worst }: KnownVerdict,
): boolean {
  const { id, metric } = series;
  if (conclusion === undefined || worst?.id === id || regressed[id] !== undefined) return true;
  return warning === undefined ? blocksByDefault(series) : !warning.includes(metric);
}

/** @param level undefined where there is nothing to compare it with */
function describeSide(repeats: readonly Repeat[], level: number | undefined): SideOfBuild {
  const values = repeats.map(({ value }) => value);
  const outliers = repeats.flatMap(({ isOutlier }, i) => (isOutlier ? [i] : []));
  return { median: median(values), level, repeats: values, outliers };
}

/** A difference below the floor of its rule does not count as clear, however large its share, unless a verdict called it a regression. */
export function describeDifference(
  name: SeriesName,
  { difference, ...levels }: Required<Omit<ComparedSides, 'change'>>,
  { floors, regressed = {} }: KnownVerdict,
): Difference {
  const [value, low, high] = difference;
  const isWorse = value > 0 === (name.direction === 'lower') && value !== 0;
  const counts = regressed[name.id] !== undefined || isWorthTelling(name, levels, floors);
  return { value, low, high, isClear: (low > 0 || high < 0) && counts, isWorse };
}

/** Clear changes for the worse first, the largest of them at the top; then those that nothing says much of. */
function badnessOf({ before, change }: SeriesOfBuild): number {
  return change === undefined ? -Infinity : rankDifference(change, before?.level);
}

/** @param before the level: from zero a change has no size, and is the last of its kind */
export function rankDifference(
  { high, isClear, isWorse, low }: Difference,
  before: number | undefined,
): number {
  const certain = !isClear ? 0 : before === 0 ? Number.MIN_VALUE : Math.max(low, -high);
  return isWorse ? certain : -certain;
}
