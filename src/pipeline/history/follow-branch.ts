import { setImmediate as pause } from 'node:timers/promises';
import { type SeriesHistory, stepThroughHistory } from '../../history/summarize-history.ts';
import type { Release } from '../../runner/revisions/find-last-release.ts';
import type { Mainline } from '../../runner/revisions/read-mainline.ts';
import type { FollowedSeries, Histories, SeriesLimits, SeriesName } from './histories.ts';
import { keepMeaning, type PlaceOf, placeRuns, type ReadSeries } from './read-history-runs.ts';

const yearMs = 365 * 24 * 3_600_000;

export interface BranchRequest {
  repository: string;
  mainline: Mainline;
  stored: readonly ReadSeries[];
  placeOf: PlaceOf;
  release?: Release;
  /** Whether this clone has no tags to tell releases by, though the repository may have some. */
  lacksTags?: boolean;
  limitsOf(this: void, series: SeriesName): SeriesLimits;
  /** A commit dated later says nothing of what a year is. */
  nowMs: number;
}

/** Follows the series of a repository on a branch. Other work of the process has turns in between. */
export async function followBranch(request: BranchRequest): Promise<Histories> {
  const { limitsOf, mainline, nowMs, placeOf, release, repository, stored } = request;
  const { commits, isCut = false } = mainline;
  const placed = stored
    .map((one) => ({ ...one, ...keepMeaning(one.builds, one.metric, placeOf) }))
    .map((one) => ({ ...one, runs: placeRuns(one.builds, placeOf) }))
    .filter(({ runs }) => runs.length > 0);
  const newestMs = commits.findLast((one) => one.committedAtMs <= nowMs)?.committedAtMs ?? nowMs;
  const year = Math.max(
    0,
    commits.findIndex((one) => one.committedAtMs >= newestMs - yearMs),
  );
  const releasePlace = release && placeOf(release.base);
  const series = placed.map((one) => {
    const { budget, floor = 0 } = limitsOf(one);
    const firstPlace = Math.min(
      ...one.runs.flatMap(({ sides }) => sides.map(({ place }) => place)),
    );
    const unread = {
      release: isCut || one.isCut || request.lacksTags === true,
      year: (isCut && year === 0) || (one.isCut && firstPlace > year),
    };
    return {
      ...{ ...one, direction: one.meaning.direction, yearFrom: year, unread },
      floor,
      ...(budget === undefined ? {} : { budget: { ...budget, floor } }),
      release: releasePlace,
    };
  });
  const steps = stepThroughHistory(series);
  let step = steps.next();
  while (step.done !== true) {
    await pause();
    step = steps.next();
  }
  const { histories, oddMachines } = step.value;
  const followed = series.map((one, i): FollowedSeries => {
    return { ...one, history: histories[i] as SeriesHistory };
  });
  return {
    ...{ repository, mainline, followed, oddMachines, limitsOf },
    unplaced: stored.length - placed.length,
    release,
  };
}
