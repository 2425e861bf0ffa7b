import { existsSync } from 'node:fs';
import { machineSpan } from '../../contract/canaries.ts';
import type { ThresholdUsed } from '../../contract/documents.ts';
import { findLastRelease, listTags } from '../../runner/revisions/find-last-release.ts';
import { readMainline, readTrees } from '../../runner/revisions/read-mainline.ts';
import { openRepository as openGit } from '../../runner/revisions/repository.ts';
import type { StoredSpan } from '../../store/series-point.ts';
import { followBranch, type SeriesLimits } from '../../pipeline/history/follow-branch.ts';
import type { Histories } from '../../pipeline/history/histories.ts';
import {
  createPlaces,
  type PlaceOf,
  readBuilds,
  type StoredHistory,
} from '../../pipeline/history/read-history-runs.ts';
import { loadSuite } from '../../suite/load-suite.ts';
import { createResolver } from '../../verdict/thresholds/resolve-threshold.ts';
import { makeContext } from '../judge-record.ts';
import type { HistoryOptions } from '../options.ts';
import { openRepository } from '../store/choose-repository.ts';
import { findSpans, keepWithMetric } from '../store/find-series.ts';
import { withReader } from '../store/with-reader.ts';
import { findRoot, findSuiteFile } from '../workplace.ts';

export interface ReadBranch {
  histories: Histories;
  /** Where commits stand on the branch. */
  placeOf: PlaceOf;
  /** The canaries of its machines. */
  machines: readonly StoredSpan[];
}

/**
 * What the store says of the commits of a branch of the repository that the user stands in.
 * @param which `blocking`: only series whose rule blocks
 */
export async function readBranch(
  asked: string | undefined,
  options: HistoryOptions,
  which: 'all' | 'blocking' = 'all',
): Promise<ReadBranch> {
  const root = findRoot(process.cwd());
  const git = await openGit(root, process.env);
  const mainline = await readMainline(git, options.branch);
  const rules = await readRules(root);
  const isRead = (one: SeriesName): boolean => which === 'all' || rules.isBlocking(one);
  const { machines, repository, stored } = await readSeries(asked, options, isRead);
  const commits = stored.flatMap(({ builds }) =>
    builds.flatMap(({ sides }) => [sides.before, sides.after].map((side) => side?.commit ?? '')),
  );
  const known = new Set(mainline.commits.map(({ commit }) => commit));
  const trees = await readTrees(
    git,
    commits.filter((commit) => !known.has(commit)),
  );
  const placeOf = createPlaces(mainline, trees);
  const head = mainline.commits.at(-1);
  const release = head && (await findLastRelease(git, head.commit, await listTags(git)));
  const histories = await followBranch({
    ...{ repository, mainline, stored, placeOf, limitsOf: rules.limitsOf },
    ...(release === undefined ? {} : { release }),
  });
  return { histories, placeOf, machines };
}

interface StoredSeries {
  repository: string;
  stored: Omit<StoredHistory, 'runs'>[];
  machines: StoredSpan[];
}

async function readSeries(
  asked: string | undefined,
  options: HistoryOptions,
  isRead: (one: SeriesName) => boolean,
): Promise<StoredSeries> {
  const metric = options.metric ?? (asked === undefined ? undefined : 'latency');
  return withReader(options, async (reader) => {
    const { repository, spans } = await openRepository(reader, options.repository, options.suite);
    // Canaries tell of machines, not of commits: the dashboard shows them on its page Machines.
    const machines = spans.filter(({ test }) => test === machineSpan.test);
    const ofCode = spans.filter(({ test }) => test !== machineSpan.test);
    const named = asked === undefined ? ofCode : findSpans(reader, spans, asked);
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

type SeriesName = Pick<StoredHistory, 'span' | 'metric'>;

interface Rules {
  /** Where there is no perigee.yml, every series may. */
  isBlocking(this: void, one: SeriesName): boolean;
  /** Those of its suite, where its rule blocks. */
  limitsOf(this: void, one: SeriesName): SeriesLimits;
}

async function readRules(root: string): Promise<Rules> {
  const file = findSuiteFile(root, undefined);
  if (!existsSync(file)) return { isBlocking: () => true, limitsOf: () => ({}) };
  const suite = await loadSuite(file);
  const today = new Date().toISOString().slice(0, 10);
  const resolve = createResolver(suite.thresholds, await makeContext(root, suite), today);
  const ruleOf = ({ span, metric }: SeriesName): ThresholdUsed => resolve({ ...span, metric });
  const isOfSuite = (one: SeriesName): boolean =>
    one.span.suite === suite.name && ruleOf(one).action === 'block';
  return {
    isBlocking: (one) => one.span.suite !== suite.name || isOfSuite(one),
    limitsOf: (one) =>
      isOfSuite(one) ? { budget: suite.budget, floor: ruleOf(one).absolute } : {},
  };
}
