import type { SeriesVerdict, SideSamples, Verdict } from '../../../src/contract/documents.ts';
import { hasPlatforms } from '../../../src/contract/compare-platforms.ts';
import { orderCommits } from '../../../src/web/api/history/order-commits.ts';
import { errorsOf95 } from '../../../src/history/describe-level.ts';
import { type SeriesHistory, summarizeSeries } from '../../../src/history/summarize-history.ts';
import type { ViewHistory, ViewLevel } from '../../../src/report/pull-request/view.ts';
import type { MetricMeaning } from '../../../src/store/series-point.ts';
import { listFormerNames } from '../../../src/contract/renames.ts';
import { StoreUnavailable } from '../../../src/store/series-store.ts';
import {
  type BuildOfSeries,
  readLastBuilds,
} from '../../../src/pipeline/history/read-last-builds.ts';
import { placeRuns } from '../../../src/pipeline/history/read-history-runs.ts';
import type { LookPorts } from '../ports.ts';

const mostLevels = 50;
/** Twice as many as are shown, so that a change among the oldest has a level before it. */
const mostBuilds = 2 * mostLevels;

/**
 * The levels that a series had on the default branch when the build began, and what the change is worth on their
 * scale. A picture beside the verdict: where the store does not answer, there is none.
 */
export async function readHistory(
  { store, logger }: Pick<LookPorts, 'logger'> & { store: Pick<LookPorts['store'], 'readLast'> },
  repository: string,
  verdict: Verdict,
  series: SeriesVerdict,
): Promise<ViewHistory | undefined> {
  const { annotations, metric, platform, span, test } = series;
  const { build, metrics, tests } = verdict;
  try {
    const asked = { repository, suite: build.suite, test, span, annotations, platform };
    const former = listFormerNames(tests, asked);
    const stored = await readLastBuilds(store, { ...asked, former }, metric, mostBuilds, {
      branchKind: 'default',
    });
    // A later look shows the same, and a push that was stored already is no history of itself.
    const beganMs = Date.parse(build.startedAt);
    const earlier = stored.filter(
      (one) => one.build.atMs < beganMs && one.build.commit !== build.after.commit,
    );
    const meaningOf = (all: readonly MetricMeaning[]) => all.find(({ name }) => name === metric);
    const found = meaningOf(metrics) ?? { unit: 'count', direction: 'lower' as const };
    // Numbers of another unit, or for which more was better, are another series.
    const before = earlier.filter((one) => {
      const { direction, unit } = meaningOf(one.build.metrics) ?? found;
      return unit === found.unit && direction === found.direction;
    });
    const levels = describeLevels(before, { build, series, direction: found.direction });
    const named = { test, span, annotations, metric, ...(hasPlatforms(verdict) && { platform }) };
    return levels && { ...named, unit: found.unit, ...levels };
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error;
    logger.log('warn', 'there is no history to show', { why: error.message });
    return undefined;
  }
}

interface Subject extends Pick<Verdict, 'build'> {
  series: SeriesVerdict;
  direction: 'lower' | 'higher';
}

type Levels = Pick<ViewHistory, 'levels' | 'here' | 'changes' | 'isPaired'>;

function describeLevels(
  stored: readonly BuildOfSeries[],
  { build, direction, series }: Subject,
): Levels | undefined {
  // The store has no git, and the page that this leads to orders commits in the same way.
  const order = orderCommits(stored.map((one) => one.build).toReversed());
  const runs = placeRuns(stored, order.placeOf);
  if (runs.length === 0) return undefined;
  const history = summarizeSeries({ runs, direction }, new Set());
  const base = order.placeOf(build.before.commit);
  const here = findLevelHere(series, history, base);
  if (here === undefined) return undefined;
  const shown = history.levels.slice(-mostLevels);
  const indexOf = new Map(shown.map(({ place }, index) => [place, index]));
  return {
    levels: shown.map(({ place, value, low, high }) => {
      return { commit: order.commits[place]?.commit ?? '', value, low, high };
    }),
    here,
    changes: history.changes.flatMap(({ after, before, change, isConfirmed, isGradual, range }) => {
      const [from, to] = [indexOf.get(range.after), indexOf.get(range.upTo)];
      if (!isConfirmed || from === undefined || to === undefined) return [];
      return [{ from, to, isGradual, before: before.value, after: after.value, change }];
    }),
    isPaired: runs.some(({ sides }) => sides.length > 1),
  };
}

/**
 * The level of what the change was compared with, and by how much its own pairs differ. It is no run of the fit: that
 * takes a step that no other run shows for an outlier, and what a pull request measured should move no level of the
 * branch. A base without a level has the newest one.
 */
function findLevelHere(
  series: SeriesVerdict,
  { isLogarithm, levels, spreads }: SeriesHistory,
  place: number | undefined,
): ViewLevel | undefined {
  const [before, after] = [series.before, series.after].map(keepCounting) as [number[], number[]];
  const base = levels.find((one) => one.place === place) ?? levels.at(-1);
  const [from, to] = [series.before.location, series.after.location];
  if (base === undefined || to === undefined || after.length === 0) return undefined;
  const noise = (repeats: number): number => spreads.side ** 2 + spreads.repeat ** 2 / repeats;
  if (from === undefined) return describe(to, spreads.host ** 2 + noise(after.length));
  const value = isLogarithm && from > 0 ? (base.value * to) / from : base.value + to - from;
  const unscale = isLogarithm ? Math.log : (level: number): number => level;
  const ofBase = (unscale(base.high) - unscale(base.value)) / errorsOf95;
  return describe(value, ofBase ** 2 + noise(before.length) + noise(after.length));

  function describe(level: number, variance: number): ViewLevel {
    const away = errorsOf95 * Math.sqrt(variance);
    return isLogarithm
      ? { value: level, low: level * Math.exp(-away), high: level * Math.exp(away) }
      : { value: level, low: level - away, high: level + away };
  }
}

function keepCounting({ rejected, values }: SideSamples): number[] {
  return values.filter((value, i): value is number => value !== null && !rejected.includes(i));
}
