import { machineSpan } from '../../../contract/canaries.ts';
import type { Side } from '../../../contract/documents.ts';
import { openCurrentNames } from '../../../contract/renames.ts';
import type { RenamedOf } from '../../../store/join-renamed.ts';
import type { SeriesPoint } from '../../../store/series-point.ts';
import { seriesId } from '../series-id.ts';

export interface Repeat {
  value: number;
  isOutlier: boolean;
}

export type Repeats = Record<Side, Repeat[]>;

/** The code's points of a build, by the present id of the series. */
export function foldPoints(
  suite: string,
  points: readonly SeriesPoint[],
  renamedOf: RenamedOf,
): Map<string, Repeats> {
  const nameNow = openCurrentNames(renamedOf(suite));
  const bySeries = new Map<string, Repeats>();
  // Points of one span share their names: each is digested once.
  const ids = new Map<string, string>();
  for (const point of points) {
    const { annotations, outliers, platform, side, span, test, values } = nameNow(point);
    if (test === machineSpan.test) continue;
    for (const [metric, value] of Object.entries(values)) {
      const key = JSON.stringify([test, span, annotations, platform, metric]);
      const id = ids.get(key) ?? seriesId(suite, { test, span, annotations, platform, metric });
      ids.set(key, id);
      const repeats = bySeries.get(id) ?? { before: [], after: [] };
      bySeries.set(id, repeats);
      repeats[side].push({ value, isOutlier: outliers.includes(metric) });
    }
  }
  return bySeries;
}
