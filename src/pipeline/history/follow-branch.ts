import { setImmediate as pause } from 'node:timers/promises';
import type { BudgetSettings } from '../../contract/suite.ts';
import { type SeriesHistory, stepThroughHistory } from '../../history/summarize-history.ts';
import type { Release } from '../../runner/revisions/find-last-release.ts';
import type { Mainline } from '../../runner/revisions/read-mainline.ts';
import type { FollowedSeries, Histories } from './histories.ts';
import { type PlaceOf, placeRuns, type StoredHistory } from './read-history-runs.ts';

const yearMs = 365 * 24 * 3_600_000;

type StoredSeries = Omit<StoredHistory, 'runs'>;

/** What the suite says of a series. */
export interface SeriesLimits {
  /** Absent where none counts for it. */
  budget?: BudgetSettings | undefined;
  /** `absolute` of its rule, in the unit of the series: a smaller difference is nobody's concern. */
  floor?: number | undefined;
}

export interface BranchRequest {
  repository: string;
  mainline: Mainline;
  stored: readonly StoredSeries[];
  placeOf: PlaceOf;
  release?: Release;
  limitsOf(this: void, series: StoredSeries): SeriesLimits;
}

/** What the series of a repository became on a branch. Others of the process have turns in between. */
export async function followBranch(request: BranchRequest): Promise<Histories> {
  const { limitsOf, mainline, placeOf, release, repository, stored } = request;
  const placed = stored
    .map((one) => ({ ...one, runs: placeRuns(one.builds, placeOf) }))
    .filter(({ runs }) => runs.length > 0);
  const newestMs = mainline.commits.at(-1)?.committedAtMs ?? 0;
  const year = mainline.commits.findIndex((one) => one.committedAtMs >= newestMs - yearMs);
  const releasePlace = release && placeOf(release.base);
  const series = placed.map((one) => {
    const { budget, floor = 0 } = limitsOf(one);
    return {
      ...{ ...one, direction: one.meaning.direction, yearFrom: Math.max(0, year) },
      floor,
      ...(budget === undefined ? {} : { budget: { ...budget, floor } }),
      ...(releasePlace === undefined ? {} : { release: releasePlace }),
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
    ...{ repository, mainline, followed, oddMachines, unplaced: stored.length - placed.length },
    ...(release === undefined ? {} : { release }),
  };
}
