import { isAlertOpen } from '../../../contract/alerts.ts';
import { compareHeadlines, sizeOfChange } from '../../../contract/metrics.ts';
import { fewestLevels } from '../../../history/find-level-changes.ts';
import type { SeriesName, SeriesPage, SeriesSummary } from '../answers.ts';
import { blocksByDefault } from '../compare-sides.ts';
import type { SeriesDigest } from '../history/follow-series.ts';
import type { ListedSeries } from '../repository/catalogue.ts';
import { filterSeries, pageOf } from '../repository/page-of.ts';
import { findRed } from './describe-build.ts';
import { listAlertSeries } from './list-alerts.ts';
import { describeMeasured } from './read-build.ts';
import type { RouteContext } from './route.ts';

interface FoundSeries {
  /** An open one. */
  hasAlert: boolean;
  one: ListedSeries;
  digest: SeriesDigest | undefined;
  /** 2: a verdict that still stands calls it regressed, and that blocks; 1: that warns. */
  called: number;
  /** Whether it can fail a build. */
  blocks: boolean;
  /** The newest verdict tells what changed: what it does not name is noise. */
  isJudged: boolean;
}

export async function listSeries(context: RouteContext): Promise<SeriesPage> {
  const { catalogue, digests, given, listAlerts } = context;
  const weigh = given['order'] === 'attention' ? readVerdicts(context) : undefined;
  const alerted = new Set(listAlerts().filter(isAlertOpen).flatMap(listAlertSeries));
  const found = filterSeries(catalogue.series.values(), given)
    .map((one): FoundSeries => {
      const { id } = one.name;
      const weight = weigh?.(one.name) ?? { called: 0, blocks: true, isJudged: false };
      return { one, digest: digests.find(id), hasAlert: alerted.has(id), ...weight };
    })
    .filter(({ digest }) => !isAlwaysZero(digest) && isChanged(digest, given['changed']));
  const keyOf = orders[String(given['order']) as keyof typeof orders];
  // Sorting keeps what is equal in the order of the names.
  const byKey = keyOf === undefined ? found : found.toSorted((a, b) => keyOf(b) - keyOf(a));
  const sorted = given['order'] === 'attention' ? leadWithHeadlines(byKey) : byKey;
  const { items, next } = pageOf(sorted, given, ({ one }) => one.name.id);
  const newest = await readNewest(context, items);
  return {
    total: found.length,
    pending: found.filter(({ one }) => digests.isPending(one.name.id)).length,
    series: items.map((one) => ({ ...newest.get(one.one.name.id), ...summarize(one) })),
    next,
  };
}

const orders = {
  name: undefined,
  /**
   * Open alerts, then what a verdict calls regressed, then what is worse, then what is better, each by its size; then
   * the rest, and at last what can only warn.
   */
  attention: (found: FoundSeries) => rankAttention(found) + sizeOf(found),
  change: ({ digest }: FoundSeries) => digest?.changes.at(-1)?.atMs ?? 0,
  creep: ({ digest }: FoundSeries) => Math.max(-1, ...(digest?.creep ?? []).map(({ low }) => low)),
} as const;

function rankAttention({ blocks, called, digest, hasAlert }: FoundSeries): number {
  const newest = digest?.changes.at(-1);
  const counts = newest !== undefined || blocks ? 1 + (newest?.isWorse === true ? 1 : 0) : 0;
  return (hasAlert ? 12 : 0) + 4 * called + counts;
}

/** From -0.5 to 0.5; of a run that nothing else is known of, what is better comes last. */
function sizeOf({ called, digest, isJudged, one }: FoundSeries): number {
  const newest = digest?.changes.at(-1);
  const { change = 0 } = newest ?? (isJudged && called === 0 ? {} : (digest?.newestRun ?? {}));
  const size = sizeOfChange(change, newest?.before.value);
  const isWorse = newest !== undefined || change > 0 === (one.name.direction === 'lower');
  return ((isWorse ? 0.5 : -0.5) * size) / (1 + size);
}

/** Of series of one span that need as much attention, the one that always stands for it comes first. */
function leadWithHeadlines(sorted: readonly FoundSeries[]): FoundSeries[] {
  const placed = [...sorted];
  const places = Map.groupBy(sorted.keys(), (place) => {
    const found = sorted[place] as FoundSeries;
    const { span, suite, test } = found.one.name;
    return JSON.stringify([rankAttention(found), suite, test, span]);
  });
  for (const own of places.values()) {
    const series = own.map((place) => sorted[place] as FoundSeries);
    series.sort((a, b) => compareHeadlines(a.one.name.metric, b.one.name.metric));
    own.forEach((place, i) => (placed[place] = series[i] as FoundSeries));
  }
  return placed;
}

/** By the verdicts of builds that are red still, and of the newest one of each suite. */
function readVerdicts({
  catalogue,
  describeBuild,
  verdictOf,
}: RouteContext): (name: SeriesName) => Pick<FoundSeries, 'blocks' | 'called' | 'isJudged'> {
  const { builds, order } = catalogue;
  const red = findRed({ catalogue, describeBuild });
  const newest = new Map<string, ReturnType<typeof verdictOf>>();
  const called = new Map<string, number>();
  for (const build of builds) {
    const isNewest = !newest.has(build.suite) && build.baseline !== build.commit;
    if (isNewest) newest.set(build.suite, verdictOf(build));
    // Once there are levels, a pull request of a service is not what the branch is judged by.
    const counts = order.commits.length < fewestLevels || build.local?.hasReport === true;
    if (!red.has(build) && !(isNewest && counts)) continue;
    const { conclusion, regressed = {}, worst } = verdictOf(build);
    for (const [id, blocks] of Object.entries(regressed)) note(id, blocks ? 2 : 1);
    if (conclusion === 'regressed' && worst !== undefined) note(worst.id, 2);
  }
  return (name) => {
    const { conclusion, regressed, warning } = newest.get(name.suite) ?? {};
    const isJudged = conclusion === 'passed' || regressed !== undefined;
    const blocks = !(warning?.includes(name.metric) ?? !blocksByDefault(name));
    return { called: called.get(name.id) ?? 0, blocks, isJudged };
  };

  function note(id: string, rank: number): void {
    called.set(id, Math.max(rank, called.get(id) ?? 0));
  }
}

/** The newest run of series that are not worked out yet. */
async function readNewest(
  { catalogue, reader, verdictOf }: RouteContext,
  items: readonly FoundSeries[],
): Promise<Map<string, Pick<SeriesSummary, 'newestRun'>>> {
  const missing = items.filter(({ digest }) => digest === undefined).map(({ one }) => one.name);
  const found = new Map<string, Pick<SeriesSummary, 'newestRun'>>();
  for (const suite of new Set(missing.map((name) => name.suite))) {
    const build = catalogue.builds.find(
      (one) => one.suite === suite && one.baseline !== one.commit,
    );
    if (build === undefined) continue;
    const points = await reader.readPoints(build, [...new Set(missing.map((one) => one.metric))]);
    const measured = describeMeasured(catalogue, { build, points }, { verdict: verdictOf(build) });
    for (const { after, before, series } of measured) {
      if (before?.level === undefined || after?.level === undefined) continue;
      const levels = { before: before.level, after: after.level };
      const change = levels.before > 0 ? { change: levels.after / levels.before - 1 } : {};
      found.set(series.id, { newestRun: { runId: build.runId, ...levels, ...change } });
    }
  }
  return found;
}

/** Nothing was ever counted, such as major page faults: it tells nothing, and there are many of them. */
export function isAlwaysZero(digest: SeriesDigest | undefined): boolean {
  if (digest === undefined || digest.changes.length > 0) return false;
  const { newestRun, recent } = digest;
  if (recent.length > 0) return recent.every((value) => value === 0);
  return newestRun?.before === 0 && newestRun.after === 0;
}

function isChanged(digest: SeriesDigest | undefined, asked: string | number | undefined): boolean {
  if (asked === undefined) return true;
  const newest = digest?.changes.at(-1);
  if (newest === undefined) return false;
  return asked === 'any' || newest.isWorse === (asked === 'worse');
}

function summarize({ digest, one: { name } }: FoundSeries): SeriesSummary {
  const { changes = [], commits = 0, creep = [], latest, newestRun, recent = [] } = digest ?? {};
  const { band, recentChange } = digest ?? {};
  const newestChange = changes.at(-1);
  return {
    ...name,
    ...{ isPending: digest === undefined, commits, recent, changes: changes.length, creep },
    ...(band === undefined ? {} : { band }),
    ...(recentChange === undefined ? {} : { recentChange }),
    ...(latest === undefined ? {} : { latest }),
    ...(newestRun === undefined ? {} : { newestRun }),
    ...(newestChange === undefined ? {} : { newestChange }),
  };
}
