import type { Metric, NumberSpread, SeriesVerdict, Verdict } from '../contract/documents.ts';
import { spanKey } from '../contract/series-key.ts';
import { type Findings, sortFindings } from './findings.ts';

/** The filter of a reader: the state, with a regression that only warns as one of its own. */
export type ShownState = SeriesVerdict['state'] | 'warning';

/** The data of the page's script. The place of a series in the list is its name in the page. */
export interface PageData {
  metrics: Metric[];
  series: SeriesVerdict[];
  /** Of the series above. */
  spreads: NumberSpread[];
}

/** The id of the element that carries the data in the page. */
export const pageDataId = 'perigee-data';

export function findShownState({ state, blocking }: SeriesVerdict): ShownState {
  return state === 'regressed' && !blocking ? 'warning' : state;
}

/** The worst `limit` series, in the order in which a reader should meet them. */
export function selectSeries(found: Findings, limit: number): SeriesVerdict[] {
  const groups = [
    found.regressions,
    found.warnings,
    found.improvements,
    found.undecided,
    found.noBaseline,
    found.unchanged,
  ];
  const selected: SeriesVerdict[] = [];
  for (const group of groups) selected.push(...group.slice(0, limit - selected.length));
  return selected;
}

export function selectPageData(verdict: Verdict, limit: number): PageData {
  const series = selectSeries(sortFindings(verdict), limit);
  const { metrics, spreads = [] } = verdict;
  const shown = new Set(spreads.length === 0 ? [] : series.map(spanKey));
  return { metrics, series, spreads: spreads.filter((one) => shown.has(spanKey(one))) };
}
