import type { SeriesIdentity } from '../../../src/contract/series-key.ts';
import { seriesId } from '../../../src/web/api/series-id.ts';
import { linkTo } from '../../../src/web/api/page-addresses.ts';

/** A series, and the build of it that a reader comes from. */
export interface SeriesOfBuild {
  /** `owner/name` */
  repository: string;
  suite: string;
  series: SeriesIdentity;
  run?: string;
}

/** @param url where people reach the dashboard */
export function linkSeries(url: string | undefined): (of: SeriesOfBuild) => string | undefined {
  if (url === undefined) return () => undefined;
  return ({ repository, run, series, suite }) =>
    url + linkTo.oneSeries(repository, seriesId(suite, series), run === undefined ? {} : { run });
}
