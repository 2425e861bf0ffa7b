import { type Alert, isAlertOpen } from '../../../contract/alerts.ts';
import { sizeOfChange } from '../../../contract/metrics.ts';
import { listLeads, putLeadsFirst } from '../../../contract/series-key.ts';
import { fewestLevels } from '../../../history/find-level-changes.ts';
import { groupByCommit } from '../../../history/group-by-commit.ts';
import type { StoredBuild } from '../../../store/series-point.ts';
import type { Change, ChangeGroup, Overview, SeriesOfBuild } from '../answers.ts';
import { isOfDefaultBranch } from '../history/order-commits.ts';
import type { ListedSeries } from '../repository/catalogue.ts';
import { seriesId } from '../series-id.ts';
import { findRed } from './describe-build.ts';
import { isAlwaysZero } from './list-series.ts';
import { describeMeasured } from './read-build.ts';
import type { RouteContext } from './route.ts';

const mostGroups = 50;
const mostOfGroup = 20;
const newestBuilds = 10;

export async function readOverview(context: RouteContext): Promise<Overview> {
  const { catalogue, describeBuild, digests, hasGate, listAlerts, listBudgets } = context;
  const { builds, order, repository } = catalogue;
  const series = [...catalogue.series.values()].filter(
    ({ name }) => !isAlwaysZero(digests.find(name.id)),
  );
  const count = (of: (one: ListedSeries) => string): number => new Set(series.map(of)).size;
  const worked = series.flatMap((one) => {
    const digest = digests.find(one.name.id);
    return digest === undefined ? [] : [{ one, digest }];
  });
  const newest = worked.map(({ digest }) => digest.changes.at(-1));
  const newestBuild = builds.find(isOfDefaultBranch);
  const { branch } = order;
  const budgets = listBudgets();
  const alerts = listAlerts();
  const red = findRed(context);
  const shown = builds.filter((one, i) => i < newestBuilds || red.has(one));
  return {
    repository,
    branch,
    budgets,
    pages: {
      budgets: (budgets?.length ?? 0) > 0 || alerts.some(({ foundBy }) => foundBy === 'budget'),
      machines: catalogue.machines.length > 0,
      gate: hasGate(),
    },
    counts: {
      ...{ series: series.length },
      pending: series.filter(({ name }) => digests.isPending(name.id)).length,
      ...{ builds: builds.length, commits: order.commits.length },
      suites: count(({ name }) => name.suite),
      tests: count(({ name }) => `${name.suite}\u0000${name.test}`),
      platforms: count(({ name }) => name.platform),
    },
    state: {
      ...(newestBuild === undefined ? {} : { newestBuild: describeBuild(newestBuild) }),
      worse: newest.filter((change) => change?.isWorse === true).length,
      better: newest.filter((change) => change?.isWorse === false).length,
      steady: worked.filter(
        ({ digest }) => digest.changes.length === 0 && digest.commits >= fewestLevels,
      ).length,
      short: worked.filter(({ digest }) => digest.commits < fewestLevels).length,
      overBudget: countOverBudget(alerts),
    },
    changes: groupChanges(
      worked.flatMap(({ digest, one }) => digest.changes.map((change) => ({ one, change }))),
      { catalogue, describeBuild },
    ),
    builds: shown.map((one) => describeBuild(one)),
    worst: await findWorst(context, shown),
  };
}

const keyOf = ({ runId, suite }: Pick<StoredBuild, 'runId' | 'suite'>) => `${suite}/${runId}`;

/** By build: builds stay as they are, so their points are read once for what their verdict names. */
const worstOf = new WeakMap<
  StoredBuild,
  {
    named: string | undefined;
    change: number | undefined;
    found: Promise<SeriesOfBuild | undefined>;
  }
>();

/** What the verdict of each names first; where none is known, the largest change. */
async function findWorst(
  { catalogue, reader, verdictOf }: RouteContext,
  builds: readonly StoredBuild[],
): Promise<NonNullable<Overview['worst']>> {
  const entries = [];
  for (const build of builds) {
    const verdict = verdictOf(build);
    const { conclusion, worst: own } = verdict;
    if (build.baseline === build.commit || (conclusion !== undefined && own === undefined))
      continue;
    const named = own?.id;
    const metrics = own === undefined ? build.metrics.map(({ name }) => name) : [own.metric];
    const kept = worstOf.get(build);
    const found =
      kept !== undefined && kept.named === named && kept.change === own?.change
        ? kept.found
        : reader.readPoints(build, metrics).then((points) => {
            const measured = describeMeasured(catalogue, { build, points }, { verdict });
            if (named !== undefined) return measured.find(({ series }) => series.id === named);
            const clear = measured.filter(
              ({ change }) =>
                change?.isClear === true && change.isWorse === measured[0]?.change?.isWorse,
            );
            const [lead] = listLeads(clear.map((each) => ({ ...each.series, each })));
            return measured[0]?.change?.isClear === true ? lead?.each : undefined;
          });
    worstOf.set(build, { named, change: own?.change, found });
    const worst = await found.catch((error: unknown) => {
      worstOf.delete(build);
      throw error;
    });
    if (worst !== undefined) entries.push([keyOf(build), worst] as const);
  }
  return Object.fromEntries(entries);
}

/** Creep alone does not say so: which series a budget counts for is up to perigee.yml, and alerts know it. */
function countOverBudget(alerts: readonly Alert[]): number {
  const over = alerts.filter((alert) => alert.foundBy === 'budget' && isAlertOpen(alert));
  const series = over.flatMap((alert) => alert.series.map((one) => seriesId(alert.suite, one)));
  return new Set(series).size;
}

interface ChangeOfListed {
  one: ListedSeries;
  change: Change;
}

function groupChanges(
  changes: readonly ChangeOfListed[],
  {
    catalogue: { builds, order },
    describeBuild,
  }: Pick<RouteContext, 'catalogue' | 'describeBuild'>,
): ChangeGroup[] {
  const placed = changes.flatMap(({ change, one }) => {
    const after = order.placeOf(change.range.after.commit);
    const upTo = order.placeOf(change.range.upTo.commit);
    // A commit may have gone with its builds since the change was worked out.
    if (after === undefined || upTo === undefined) return [];
    // Worse ones go with worse ones, whichever way their numbers go.
    const size = (change.isWorse ? 1 : -1) * Math.abs(change.change);
    return [{ range: { after, upTo }, change: size, isGradual: change.isGradual, of: change, one }];
  });
  const groups = groupByCommit(placed).slice(-mostGroups).toReversed();
  return groups.map(({ changes: own, range }): ChangeGroup => {
    const [after, upTo] = [order.commits[range.after], order.commits[range.upTo]];
    const isExact = range.upTo - range.after === 1;
    const { atMs = 0, author, commit = '' } = upTo ?? {};
    const build = builds.find((each) => each.commit === commit && isOfDefaultBranch(each));
    const sizeOf = ({ change, of }: (typeof own)[number]): number =>
      sizeOfChange(change, of.before.value);
    const sorted = own.toSorted((a, b) => sizeOf(b) - sizeOf(a));
    const largest = putLeadsFirst(sorted.map((each) => ({ ...each.one.name, ...each })));
    return {
      range: {
        after: { commit: after?.commit ?? '', atMs: after?.atMs ?? 0 },
        upTo: { commit, atMs },
      },
      atMs,
      ...(isExact && author !== undefined ? { author } : {}),
      ...(build === undefined ? {} : { build: describeBuild(build) }),
      isWorse: largest[0]?.of.isWorse === true,
      count: own.length,
      largest: largest.slice(0, mostOfGroup).map(({ of, one }) => ({
        ...{ series: one.name, change: of.change, before: of.before, after: of.after },
      })),
    };
  });
}
