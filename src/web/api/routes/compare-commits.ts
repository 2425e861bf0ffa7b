import { compareLevels } from '../../../history/compare-levels.ts';
import type { HistoryRun } from '../../../history/summarize-history.ts';
import type { RenamedOf } from '../../../store/join-renamed.ts';
import { orderOfCommit } from '../../../store/order-values.ts';
import type { BuildPoints, StoredBuild } from '../../../store/series-point.ts';
import type { ComparedCommit, ComparedSeries, Comparison } from '../answers.ts';
import { openRules, type Repeat } from '../compare-sides.ts';
import { ApiProblem } from '../http/api-problem.ts';
import { bounds } from '../history/follow-series.ts';
import type { Catalogue, ListedSeries } from '../repository/catalogue.ts';
import { foldPoints } from '../repository/fold-points.ts';
import { filterSeries, pageOf } from '../repository/page-of.ts';
import { describeDifference, rankDifference } from './read-build.ts';
import type { RouteContext } from './route.ts';

/** Commits of the branch around each of the two whose runs say how hosts differ, and what lies between. */
const around = 8;
const mostBuildsRead = 60;
/** A store elsewhere answers several at once sooner than one after the other; all points of more take too much memory. */
const readAtOnce = 4;

/**
 * Levels of two commits, fitted over the runs that measured them, or commits near them: a run that measured both
 * says most, and a chain of runs between them more than two hosts that have nothing in common.
 */
export async function compareCommits(context: RouteContext): Promise<Comparison> {
  const { catalogue, given, reader } = context;
  const [before, after] = (['before', 'after'] as const).map((side) =>
    findCommit(catalogue, String(given[side]), side),
  ) as [ComparedCommit, ComparedCommit];
  const { renamedOf } = catalogue;
  const runs = new Map<string, HistoryRun[]>();
  const builds = chooseBuilds(catalogue, before.commit, after.commit);
  const places = openPlaces(builds);
  const metrics = [...new Set([...catalogue.series.values()].map(({ name }) => name.metric))];
  for (let start = 0; start < builds.length; start += readAtOnce) {
    const some = builds.slice(start, start + readAtOnce);
    const points = await Promise.all(some.map((build) => reader.readPoints(build, metrics)));
    some.forEach((build, i) =>
      foldRuns(runs, { build, points: points[i] ?? [] }, { places, renamedOf }),
    );
  }
  const rulesOf = openRules(catalogue.builds);
  const ends = { from: places(before.commit), to: places(after.commit) };
  let unmatched = 0;
  const found = filterSeries(catalogue.series.values(), given).flatMap((one) => {
    const own = runs.get(one.name.id);
    const compared = own && compareSeries(one, own, { ends, rulesOf });
    if (compared !== undefined) return isZero(compared) ? [] : [compared];
    const isAtOne = own?.some(({ sides }) =>
      sides.some(({ place }) => place === ends.from || place === ends.to),
    );
    if (isAtOne === true) unmatched += 1;
    return [];
  });
  const sorted = found.toSorted(
    (a, b) =>
      rankDifference(b.difference, b.before.value) - rankDifference(a.difference, a.before.value),
  );
  const clear = found.filter(({ difference }) => difference.isClear);
  const { items, next } = pageOf(sorted, given, ({ series }) => series.id);
  return {
    ...{ before, after, total: found.length, unmatched },
    worse: clear.filter(({ difference }) => difference.isWorse).length,
    better: clear.filter(({ difference }) => !difference.isWorse).length,
    series: items,
    next,
  };
}

/** Nothing was ever counted: it tells nothing. */
function isZero({ after, before }: ComparedSeries): boolean {
  return before.value === 0 && after.value === 0;
}

/** @throws ApiProblem where no build measured it, or several commits begin so */
function findCommit(
  { builds, order }: Catalogue,
  asked: string,
  side: 'before' | 'after',
): ComparedCommit {
  const ofBranch = builds.find(
    ({ branch, pullRequest }) => branch === asked || `#${pullRequest}` === asked,
  )?.commit;
  const measured = new Set(builds.flatMap(({ baseline, commit }) => [commit, baseline]));
  const found = /^[0-9a-f]{7,64}$/.test(asked)
    ? [...measured].filter((commit) => commit.startsWith(asked))
    : [];
  const commit = ofBranch ?? found[0];
  if (commit === undefined) {
    const detail = `${side}: no build measured it. Give a commit of at least seven digits, or a branch, tag or #pull request that was built.`;
    throw new ApiProblem(404, detail);
  }
  if (ofBranch === undefined && found.length > 1) {
    throw new ApiProblem(400, `${side}: several commits begin so. Give more of its digits.`);
  }
  const own = builds.filter((build) => build.commit === commit);
  const [newest] = own;
  const place = order.placeOf(commit);
  const known = place === undefined ? undefined : order.commits[place];
  const first = builds.findLast((build) => build.baseline === commit);
  const ofGit = first?.local?.baseline;
  const { author, subject } = newest ?? known ?? ofGit ?? {};
  const { branch } = newest ?? {};
  return {
    ...{ asked, commit },
    atMs: known?.atMs ?? ofGit?.committedAtMs ?? orderOfCommit((newest ?? first) as StoredBuild),
    author,
    subject,
    branch,
    builds: own.map(({ runId, suite }) => ({ suite, runId })),
  };
}

/** Those of the two commits first, then those of commits near them. */
function chooseBuilds({ builds, order }: Catalogue, from: string, to: string): StoredBuild[] {
  const ends = [order.placeOf(from), order.placeOf(to)].filter((place) => place !== undefined);
  const distanceOf = ({ baseline, commit }: StoredBuild): number => {
    if ([commit, baseline].some((one) => one === from || one === to)) return 0;
    const places = [commit, baseline].map(order.placeOf).filter((place) => place !== undefined);
    return Math.min(Infinity, ...places.flatMap((a) => ends.map((b) => 1 + Math.abs(a - b))));
  };
  return builds
    .map((build) => ({ build, distance: distanceOf(build) }))
    .filter(({ distance }) => distance <= around)
    .toSorted((a, b) => a.distance - b.distance)
    .slice(0, mostBuildsRead)
    .map(({ build }) => build);
}

/** In the order of time: how far hosts lie apart is read from one commit to the next. */
function openPlaces(builds: readonly StoredBuild[]): (commit: string) => number {
  const byTime = builds.toSorted((a, b) => orderOfCommit(a) - orderOfCommit(b));
  const commits = new Set(byTime.flatMap(({ baseline, commit }) => [baseline, commit]));
  const known = new Map([...commits].map((commit, place) => [commit, place]));
  return (commit) => known.get(commit) ?? known.size;
}

/** Adds a run to each series that a build measured, of the repeats that count. */
function foldRuns(
  runs: Map<string, HistoryRun[]>,
  { build, points }: BuildPoints,
  { places, renamedOf }: { places: (commit: string) => number; renamedOf: RenamedOf },
): void {
  for (const [id, { after, before }] of foldPoints(build.suite, points, renamedOf)) {
    const sides = [
      { place: places(build.baseline), values: countingOf(before) },
      { place: places(build.commit), values: countingOf(after) },
    ].filter(({ values }) => values.length > 0);
    if (sides.length === 0) continue;
    const own = runs.get(id) ?? [];
    runs.set(id, own);
    own.push({ id: build.runId, sides });
  }
}

function countingOf(repeats: readonly Repeat[]): number[] {
  return repeats.flatMap(({ isOutlier, value }) => (isOutlier ? [] : [value]));
}

type RulesOf = ReturnType<typeof openRules>;

function compareSeries(
  { name }: ListedSeries,
  runs: readonly HistoryRun[],
  { ends, rulesOf }: { ends: { from: number; to: number }; rulesOf: RulesOf },
): ComparedSeries | undefined {
  const compared = compareLevels(runs, ends);
  if (compared === undefined) return undefined;
  const { difference, ...levels } = compared;
  const { high, low, value } = difference;
  const [before, after] = [levels.before.value, levels.after.value];
  const { floors, warning = [] } = rulesOf(name.suite);
  const sides = { before, after, difference: [value, low, high] } as const;
  const described = describeDifference(name, sides, { floors });
  // As on the page of a build: what can never fail one does not look as if it had.
  const isClear = described.isClear && !warning.includes(name.metric);
  return {
    ...{ series: name, before: bounds(levels.before), after: bounds(levels.after) },
    difference: { ...described, isClear },
  };
}
