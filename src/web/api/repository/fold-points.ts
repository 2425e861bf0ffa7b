import { machineSpan } from '../../../contract/canaries.ts';
import type { Side } from '../../../contract/documents.ts';
import type { SeriesPoint } from '../../../store/series-point.ts';
import { nameSeries } from '../name-series.ts';

export interface Repeat {
  value: number;
  isOutlier: boolean;
}

export type Repeats = Record<Side, Repeat[]>;

/** What a build measured of the code, by the id of the series. */
export function foldPoints(suite: string, points: readonly SeriesPoint[]): Map<string, Repeats> {
  const bySeries = new Map<string, Repeats>();
  // Points of one span share their names: each is digested once.
  const ids = new Map<string, string>();
  for (const { annotations, outliers, platform, side, span, test, values } of points) {
    if (test === machineSpan.test) continue;
    for (const [metric, value] of Object.entries(values)) {
      const key = JSON.stringify([test, span, annotations, platform, metric]);
      const id = ids.get(key) ?? nameSeries(suite, { test, span, annotations, platform, metric });
      ids.set(key, id);
      const repeats = bySeries.get(id) ?? { before: [], after: [] };
      bySeries.set(id, repeats);
      repeats[side].push({ value, isOutlier: outliers.includes(metric) });
    }
  }
  return bySeries;
}
