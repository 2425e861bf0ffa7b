import { machineSpan } from '../../contract/canaries.ts';
import { existsSync } from 'node:fs';
import type { BudgetSettings, Suite } from '../../contract/suite.ts';
import { exitCode, type ExitCode } from '../../contract/user-error.ts';
import { type SeriesHistory, summarizeHistory } from '../../history/summarize-history.ts';
import { findLastRelease, listTags } from '../../runner/revisions/find-last-release.ts';
import { readMainline, readTrees } from '../../runner/revisions/read-mainline.ts';
import { openRepository as openGit } from '../../runner/revisions/repository.ts';
import { loadSuite } from '../../suite/load-suite.ts';
import { createResolver } from '../../verdict/thresholds/resolve-threshold.ts';
import type { FollowedSeries, Histories } from '../history/histories.ts';
import { describeHistories } from '../history/describe-histories.ts';
import {
  createPlaces,
  placeRuns,
  readBuilds,
  type StoredHistory,
} from '../history/read-history-runs.ts';
import { tellHistories } from '../history/tell-histories.ts';
import { makeContext } from '../judge-record.ts';
import type { HistoryOptions } from '../options.ts';
import { openRepository } from '../store/choose-repository.ts';
import { findSpans, keepWithMetric } from '../store/find-series.ts';
import { withReader } from '../store/with-reader.ts';
import { terminalOptions } from '../terminal-options.ts';
import { findRoot, findSuiteFile } from '../workplace.ts';

const yearMs = 365 * 24 * 3_600_000;

/** `perigee history`: what commits are worth, where series changed, and what many changes add up to. */
export async function showHistory(
  asked: string | undefined,
  options: HistoryOptions,
): Promise<ExitCode> {
  const root = findRoot(process.cwd());
  const git = await openGit(root, process.env);
  const mainline = await readMainline(git, options.branch);
  const { repository, stored } = await readSeries(asked, options);
  const commits = stored.flatMap(({ builds }) =>
    builds.flatMap(({ sides }) => [sides.before, sides.after].map((side) => side?.commit ?? '')),
  );
  const known = new Set(mainline.commits.map(({ commit }) => commit));
  const trees = await readTrees(
    git,
    commits.filter((commit) => !known.has(commit)),
  );
  const placeOf = createPlaces(mainline, trees);
  const placed = stored
    .map((one) => ({ ...one, runs: placeRuns(one.builds, placeOf) }))
    .filter(({ runs }) => runs.length > 0);
  const head = mainline.commits.at(-1);
  const release = head && (await findLastRelease(git, head.commit, await listTags(git)));
  const releasePlace = release && placeOf(release.base);
  const newestMs = head?.committedAtMs ?? 0;
  const year = mainline.commits.findIndex((one) => one.committedAtMs >= newestMs - yearMs);
  const budgetOf = await openBudgets(root);
  const series = placed.map((one) => {
    const budget = budgetOf(one);
    return {
      ...{ ...one, direction: one.meaning.direction, yearFrom: Math.max(0, year) },
      ...(budget === undefined ? {} : { budget }),
      ...(releasePlace === undefined ? {} : { release: releasePlace }),
    };
  });
  const { histories, oddMachines } = summarizeHistory(series);
  const followed = series.map((one, i): FollowedSeries => {
    return { ...one, history: histories[i] as SeriesHistory };
  });
  const found: Histories = {
    ...{ repository, mainline, followed, oddMachines, unplaced: stored.length - placed.length },
    ...(release === undefined ? {} : { release }),
  };
  const text =
    options.format === 'json'
      ? `${JSON.stringify(describeHistories(found), null, 2)}\n`
      : tellHistories(found, asked !== undefined, terminalOptions(process.stdout));
  process.stdout.write(text);
  const isBlocked = followed.some(
    ({ budget, history }) =>
      budget?.action === 'block' && history.creep.some(({ isOver }) => isOver),
  );
  return isBlocked ? exitCode.regressed : exitCode.nothingRegressed;
}

async function readSeries(
  asked: string | undefined,
  options: HistoryOptions,
): Promise<{ repository: string; stored: Omit<StoredHistory, 'runs'>[] }> {
  const metric = options.metric ?? (asked === undefined ? undefined : 'latency');
  return withReader(options, async (reader) => {
    const { repository, spans } = await openRepository(reader, options.repository, options.suite);
    // Canaries tell of machines, not of commits: `perigee store machine` shows them.
    const ofCode = spans.filter(({ test }) => test !== machineSpan.test);
    const named = asked === undefined ? ofCode : findSpans(reader, spans, asked);
    const stored: Omit<StoredHistory, 'runs'>[] = [];
    const chosen = metric === undefined ? named : keepWithMetric(reader, named, metric);
    for (const span of chosen) {
      for (const one of metric === undefined ? span.metrics : [metric]) {
        stored.push(await readBuilds(reader, span, one, options.last));
      }
    }
    return { repository, stored };
  });
}

/** Which budget counts for a series: that of its suite, where its rule blocks. */
async function openBudgets(
  root: string,
): Promise<(series: Omit<StoredHistory, 'runs'>) => BudgetSettings | undefined> {
  const file = findSuiteFile(root, undefined);
  if (!existsSync(file)) return () => undefined;
  const suite: Suite = await loadSuite(file);
  const { budget } = suite;
  if (budget === undefined) return () => undefined;
  const today = new Date().toISOString().slice(0, 10);
  const resolve = createResolver(suite.thresholds, await makeContext(root, suite), today);
  return ({ span, metric }) =>
    span.suite === suite.name && resolve({ ...span, metric }).action === 'block'
      ? budget
      : undefined;
}
