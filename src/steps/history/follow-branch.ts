import { setImmediate as pause } from 'node:timers/promises';
import type { BudgetSettings } from '../../contract/suite.ts';
import type { CreepLimits } from '../../history/creep/measure-creep.ts';
import { type SeriesHistory, stepThroughHistory } from '../../history/summarize-history.ts';
import type { Release } from '../../runner/revisions/find-last-release.ts';
import type { Mainline } from '../../runner/revisions/read-mainline.ts';
import type { FollowedSeries, Histories } from './histories.ts';
import { type PlaceOf, placeRuns, type StoredHistory } from './read-history-runs.ts';

const yearMs = 365 * 24 * 3_600_000;

type StoredSeries = Omit<StoredHistory, 'runs'>;

export type SeriesBudget = BudgetSettings & Pick<CreepLimits, 'floor'>;

export interface BranchRequest {
  repository: string;
  mainline: Mainline;
  stored: readonly StoredSeries[];
  placeOf: PlaceOf;
  release?: Release;
  /** With the floor of its rule, in the unit of the series. */
  budgetOf(this: void, series: StoredSeries): SeriesBudget | undefined;
}

/** What the series of a repository became on a branch. Others of the process have turns in between. */
export async function followBranch(request: BranchRequest): Promise<Histories> {
  const { budgetOf, mainline, placeOf, release, repository, stored } = request;
  const placed = stored
    .map((one) => ({ ...one, runs: placeRuns(one.builds, placeOf) }))
    .filter(({ runs }) => runs.length > 0);
  const newestMs = mainline.commits.at(-1)?.committedAtMs ?? 0;
  const year = mainline.commits.findIndex((one) => one.committedAtMs >= newestMs - yearMs);
  const releasePlace = release && placeOf(release.base);
  const series = placed.map((one) => {
    const budget = budgetOf(one);
    return {
      ...{ ...one, direction: one.meaning.direction, yearFrom: Math.max(0, year) },
      ...(budget === undefined ? {} : { budget }),
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
