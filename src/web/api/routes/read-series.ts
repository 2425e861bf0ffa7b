import { isAlertOpen } from '../../../contract/alerts.ts';
import { type SeriesHistory, summarizeSeries } from '../../../history/summarize-history.ts';
import type { BuildOfSeries, SideOfBuild } from '../../../pipeline/history/read-last-builds.ts';
import type { Machine, RunOfSeries, Series, Sibling, SideOfRun } from '../answers.ts';
import {
  compareRun,
  describeChanges,
  describeCreep,
  followSeries,
  shorten,
} from '../history/follow-series.ts';
import type { CommitOrder } from '../history/order-commits.ts';
import { thinSeries } from '../history/thin-series.ts';
import type { ListedSeries } from '../repository/catalogue.ts';
import { describeMachines } from './describe-build.ts';
import { listAlertSeries } from './list-alerts.ts';
import { findSeries, type RouteContext } from './route.ts';

export async function readSeries(context: RouteContext): Promise<Series> {
  const { points, run, shown } = context.given;
  const answer = await readWhole(context);
  if (points === undefined) return answer;
  return thinSeries(answer, { points: Number(points), shown: String(shown), run });
}

async function readWhole(context: RouteContext): Promise<Series> {
  const { catalogue, digests, given, reader } = context;
  const listed = findSeries(context);
  const { order } = catalogue;
  const last = Number(given['last']);
  // One more says whether there are older ones.
  const { builds, formerly, isFull, request } = await followSeries(
    reader,
    catalogue,
    listed,
    last + 1,
  );
  const odd = digests.oddRuns(listed.name.suite);
  const history = request === undefined ? undefined : summarizeSeries(request, odd);
  const share = history?.isLogarithm === true ? Math.expm1 : (size: number): number => size;
  const offsets = new Map(request?.runs.map(({ id }, i) => [id, history?.offsets[i] ?? 0]));
  const { indexOf, machines } = openMachines();
  const { branch, commits } = order;
  return {
    series: listed.name,
    branch,
    commits: [...commits],
    ...describeHistory(history, listed, order, share),
    runs: builds.slice(-last).map((build, i, { length }) => {
      const offset = offsets.get(build.build.runId);
      const isTold =
        i === length - 1 ||
        build.build.runId === given['run'] ||
        spansChange(build, history, order);
      const compared = isTold
        ? compareRun(listed.name, build, context.verdictOf(build.build))
        : undefined;
      return {
        ...describeRun(build, order),
        machines: indexOf(describeMachines(build.build)),
        ...(offset === undefined ? {} : { offset: share(offset) }),
        ...(compared && { compared }),
        isMachineOdd: odd.has(build.build.runId),
      };
    }),
    machines,
    siblings: listSiblings(context, listed),
    alerts: context.listAlerts().flatMap((alert) => {
      const { commit, foundBy, number, range } = alert;
      if (!listAlertSeries(alert).includes(listed.name.id)) return [];
      const place = foundBy === 'budget' ? commit : range.upTo;
      return [{ number, commit: place, isOpen: isAlertOpen(alert) }];
    }),
    ...(formerly && { formerly }),
    hasOlder: isFull,
  };
}

function describeHistory(
  history: SeriesHistory | undefined,
  { name }: ListedSeries,
  order: CommitOrder,
  share: (size: number) => number,
): Pick<Series, 'levels' | 'isLogarithm' | 'changes' | 'creep' | 'spreads'> {
  if (history === undefined) {
    const spreads = { repeat: 0, side: 0, host: 0, hostsFrom: 'assumption' } as const;
    return { levels: [], isLogarithm: false, changes: [], creep: [], spreads };
  }
  const { host, hostsFrom, repeat, side } = history.spreads;
  return {
    levels: history.levels.map(({ high, low, place, value }) => {
      return { place, value: shorten(value), low: shorten(low), high: shorten(high) };
    }),
    isLogarithm: history.isLogarithm,
    changes: describeChanges(history, name.direction, order),
    creep: describeCreep(history, order),
    spreads: { repeat: share(repeat), side: share(side), host: share(host), hostsFrom },
  };
}

/** It measured both sides of the newest change: its page and this series name the same change of it. */
function spansChange(
  { sides: { after, before } }: BuildOfSeries,
  history: SeriesHistory | undefined,
  order: CommitOrder,
): boolean {
  const range = history?.changes.at(-1)?.range;
  if (range === undefined || after === undefined || before === undefined) return false;
  const [from, to] = [before, after].map(({ commit }) => order.placeOf(commit));
  return (from ?? Infinity) <= range.after && (to ?? -1) >= range.upTo;
}

type DescribedRun = Omit<RunOfSeries, 'machines' | 'offset' | 'compared' | 'isMachineOdd'>;

/** There are thousands of them: what else is known of a build is on its own page. */
function describeRun(
  { build, sides: { after, before } }: BuildOfSeries,
  order: CommitOrder,
): DescribedRun {
  const { atMs, author, baseline, branch, branchKind, commit, isComplete } = build;
  const { importedFrom, pullRequest, runId, suite } = build;
  return {
    ...{ suite, runId, atMs, commit, baseline, branchKind, isComplete },
    branch,
    pullRequest,
    author,
    importedFrom,
    ...(before === undefined ? {} : { before: describeSide(before, order) }),
    ...(after === undefined ? {} : { after: describeSide(after, order) }),
  };
}

function describeSide({ commit, median, repeats }: SideOfBuild, order: CommitOrder): SideOfRun {
  const place = order.placeOf(commit);
  return {
    commit,
    place,
    median: shorten(median),
    repeats: repeats.map(({ value }) => shorten(value)),
    outliers: repeats.flatMap(({ isOutlier }, i) => (isOutlier ? [i] : [])),
  };
}

/** Most runs have one of few machines: each is in the answer once. */
function openMachines() {
  const machines: Machine[] = [];
  const known = new Map<string, number>();
  const indexOf = (of: readonly Machine[]): number[] =>
    of.map((machine) => {
      const key = JSON.stringify(machine);
      const index = known.get(key) ?? machines.push(machine) - 1;
      known.set(key, index);
      return index;
    });
  return { machines, indexOf };
}

function listSiblings({ catalogue, digests }: RouteContext, { name }: ListedSeries): Sibling[] {
  const { id, metric, span, suite, test } = name;
  const alike = [...catalogue.series.values()].filter(
    ({ name: other }) =>
      other.id !== id &&
      other.test === test &&
      other.suite === suite &&
      other.span === span &&
      other.metric === metric,
  );
  return alike.map(({ name: other }) => {
    const latest = digests.find(other.id)?.latest;
    const { annotations, id: sibling, platform } = other;
    return {
      ...{ id: sibling, annotations, platform },
      latest,
    };
  });
}
