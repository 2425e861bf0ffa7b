import { formatDay } from '../../contract/format-time.ts';
import { existsSync } from 'node:fs';
import { machineSpan } from '../../contract/canaries.ts';
import type { ThresholdUsed } from '../../contract/documents.ts';
import { listRenamed } from '../../contract/renames.ts';
import type { Suite } from '../../contract/suite.ts';
import {
  findLastRelease,
  isWithoutTags,
  listTags,
} from '../../runner/revisions/find-last-release.ts';
import { readCommits } from '../../runner/revisions/read-first-parents.ts';
import { type Mainline, readMainline, shorten } from '../../runner/revisions/read-mainline.ts';
import { openRepository as openGit } from '../../runner/revisions/repository.ts';
import { joinRenamed, type RenamedOf, renamedOfBuilds } from '../../store/join-renamed.ts';
import type { StoredSpan } from '../../store/series-point.ts';
import type { StoreReader } from '../../store/series-store.ts';
import { followBranch } from '../../pipeline/history/follow-branch.ts';
import type { Histories, SeriesLimits, SeriesName } from '../../pipeline/history/histories.ts';
import {
  createPlaces,
  type PlaceOf,
  readBuilds,
  type ReadSeries,
} from '../../pipeline/history/read-history-runs.ts';
import { loadSuite } from '../../suite/load-suite.ts';
import { createResolver } from '../../verdict/thresholds/resolve-threshold.ts';
import { makeContext } from '../judge-record.ts';
import type { HistoryOptions } from '../shared-options.ts';
import { openRepository } from '../store/choose-repository.ts';
import { findSpans, keepWithMetric } from '../store/find-series.ts';
import type { withReader } from '../store/with-reader.ts';
import { findRoot, findSuiteFile } from '../workplace.ts';

/** The newest builds of a repository, which say what tests of other suites were called. */
const mostBuilds = 300;

export interface ReadBranch {
  histories: Histories;
  /** The places of commits on the branch. */
  placeOf: PlaceOf;
  /** The canaries of its machines. */
  machines: readonly StoredSpan[];
}

/**
 * The store's view of the commits of a branch of the user's repository.
 * @param which `blocking`: only series whose rule blocks
 * @param withStore opens what is read
 */
export async function readBranch(
  asked: string | undefined,
  options: HistoryOptions,
  which: 'all' | 'blocking',
  withStore: typeof withReader,
): Promise<ReadBranch> {
  const root = findRoot(process.cwd());
  const git = await openGit(root, process.env);
  const mainline = await readMainline(git, options.branch);
  const file = findSuiteFile(root, undefined);
  const suite = existsSync(file) ? await loadSuite(file) : undefined;
  const rules = await readRules(root, suite, mainline);
  const isRead = (one: SeriesName): boolean => which === 'all' || rules.isBlocking(one);
  const { machines, repository, stored } = await readSeries(asked, options, {
    ...{ isRead, suite, withStore },
  });
  const commits = stored.flatMap(({ builds }) =>
    builds.flatMap(({ sides }) => [sides.before, sides.after].map((side) => side?.commit ?? '')),
  );
  const known = new Set(mainline.commits.map(({ commit }) => commit));
  const others = await readCommits(
    git,
    commits.filter((commit) => !known.has(commit)),
  );
  const trees = new Map(others.map(({ commit, tree }) => [commit, tree]));
  const placeOf = createPlaces(mainline, trees);
  const head = mainline.commits.at(-1);
  const release = head && (await findLastRelease(git, head.commit, await listTags(git)));
  const histories = await followBranch({
    ...{ repository, mainline, stored, placeOf, limitsOf: rules.limitsOf, nowMs: Date.now() },
    lacksTags: release === undefined && (await isWithoutTags(git)),
    release,
  });
  return { histories, placeOf, machines };
}

interface StoredSeries {
  repository: string;
  stored: ReadSeries[];
  machines: StoredSpan[];
}

async function readSeries(
  asked: string | undefined,
  options: HistoryOptions,
  {
    isRead,
    suite,
    withStore,
  }: {
    isRead: (one: SeriesName) => boolean;
    suite: Suite | undefined;
    withStore: typeof withReader;
  },
): Promise<StoredSeries> {
  return withStore(options, async (reader) => {
    const found = await openRepository(reader, options.repository, options.suite);
    const { repository } = found;
    const spans = joinRenamed(found.spans, await readRenamed(reader, repository, suite));
    // Canaries tell of machines, not of commits: the dashboard shows them on its page Machines.
    const machines = spans.filter(({ test }) => test === machineSpan.test);
    const ofCode = spans.filter(({ test }) => test !== machineSpan.test);
    const named = asked === undefined ? ofCode : findSpans(reader, spans, asked);
    const hasLatency =
      asked !== undefined && named.some(({ metrics }) => metrics.includes('latency'));
    const metric = options.metric ?? (hasLatency ? 'latency' : undefined);
    const stored: StoredSeries['stored'] = [];
    const chosen = metric === undefined ? named : keepWithMetric(reader, named, metric);
    for (const span of chosen) {
      for (const one of metric === undefined ? span.metrics : [metric]) {
        if (!isRead({ span, metric: one })) continue;
        stored.push(await readBuilds(reader, span, one, options.last));
      }
    }
    return { repository, stored, machines };
  });
}

/** perigee.yml says it first; of other suites their newest builds do. */
async function readRenamed(
  reader: StoreReader,
  repository: string,
  suite: Suite | undefined,
): Promise<RenamedOf> {
  const ofOthers = renamedOfBuilds(await reader.listBuilds(repository, mostBuilds));
  return (name) => (name === suite?.name ? listRenamed(suite.tests) : ofOthers(name));
}

interface Rules {
  isBlocking(this: void, one: SeriesName): boolean;
  /** The limits of a series that blocks, by its rule and the budget of its suite. */
  limitsOf(this: void, one: SeriesName): SeriesLimits;
}

/** Those of perigee.yml for its suite. Of other suites only the built-in rules are known. */
async function readRules(
  root: string,
  suite: Suite | undefined,
  { branch }: Mainline,
): Promise<Rules> {
  const known = suite === undefined ? { tagsOf: new Map() } : await makeContext(root, suite);
  const context = { ...known, targetBranch: shorten(branch) };
  const today = formatDay(Date.now());
  const ofSuite = createResolver(suite?.thresholds ?? [], context, today);
  const ofOthers = createResolver([], context, today);
  const ruleOf = ({ span, metric }: SeriesName): ThresholdUsed =>
    (span.suite === suite?.name ? ofSuite : ofOthers)({ ...span, metric });
  const isBlocking = (one: SeriesName): boolean => ruleOf(one).action === 'block';
  return {
    isBlocking,
    limitsOf: (one) => {
      if (!isBlocking(one)) return {};
      const floor = ruleOf(one).absolute;
      return one.span.suite === suite?.name
        ? { budget: suite.budget, floor }
        : { floor, isBudgetUnknown: true };
    },
  };
}
