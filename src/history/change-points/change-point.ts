/** The value of a series over some time, with a 95% interval. */
export interface Level {
  /** The geometric mean of its values, or the mean where some are not positive. */
  value: number;
  low: number;
  high: number;
  /** Values it holds. */
  count: number;
}

/** A change of a series' level. Places are those of the values that were given. */
export interface ChangePoint {
  /** The first value of the new level. */
  at: number;
  /** The new level began with a value from `earliest` to `latest`, with 95% confidence. */
  earliest: number;
  latest: number;
  before: Level;
  after: Level;
  /** By how much the level changed, as a share of the one before. */
  change: number;
  /** The change in its standard errors. */
  errors: number;
  /** One minus the chance that noise alone looks like this anywhere in the series. */
  confidence: number;
  /** Only the newest values show it, too few for a level of their own. Later ones confirm it, or do not. */
  isFresh: boolean;
}
