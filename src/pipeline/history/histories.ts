import type { BudgetSettings } from '../../contract/suite.ts';
import type { SeriesHistory } from '../../history/summarize-history.ts';
import type { Release } from '../../runner/revisions/find-last-release.ts';
import type { Mainline } from '../../runner/revisions/read-mainline.ts';
import type { StoredHistory } from './read-history-runs.ts';

export type SeriesName = Pick<StoredHistory, 'span' | 'metric'>;

/** The limits of a series, by its suite. */
export interface SeriesLimits {
  /** Absent where none counts for it. */
  budget?: BudgetSettings | undefined;
  /** The perigee.yml of its suite was not read: it may have one. */
  isBudgetUnknown?: true;
  /** `absolute` of its rule, in the unit of the series: a smaller difference does not matter. */
  floor?: number | undefined;
}

/** A series with its history, and its limits. */
export interface FollowedSeries extends StoredHistory {
  history: SeriesHistory;
  /** In the unit of the series: a smaller change opens no alert. */
  floor: number;
  /** Absent where no budget counts for it. */
  budget?: BudgetSettings;
}

/** Everything that the store says of the commits of a branch. */
export interface Histories {
  repository: string;
  mainline: Mainline;
  release?: Release;
  followed: readonly FollowedSeries[];
  /** Series of which no run measured a commit of the branch. */
  unplaced: number;
  oddMachines: ReadonlySet<string>;
  limitsOf(this: void, series: SeriesName): SeriesLimits;
}
