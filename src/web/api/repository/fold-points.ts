import { machineSpan } from '../../../contract/canaries.ts';
import type { Side } from '../../../contract/documents.ts';
import { openCurrentNames } from '../../../contract/renames.ts';
import type { RenamedOf } from '../../../store/join-renamed.ts';
import type { SeriesPoint } from '../../../store/series-point.ts';
import type { Repeat } from '../compare-sides.ts';
import { seriesId } from '../series-id.ts';

/** The code's points of a build, by the present id of the series. */
export function foldPoints(
  suite: string,
  points: readonly SeriesPoint[],
  renamedOf: RenamedOf,
): Map<string, Record<Side, Repeat[]>> {
  const nameNow = openCurrentNames(renamedOf(suite));
  const bySeries = new Map<string, Record<Side, Repeat[]>>();
  // Points of one span share their names: each is digested once.
  const ids = new Map<string, string>();
  for (const point of points) {
    const { annotations, outliers, platform, repeat, side, span, test, values } = nameNow(point);
    if (test === machineSpan.test) continue;
    for (const [metric, value] of Object.entries(values)) {
      const key = JSON.stringify([test, span, annotations, platform, metric]);
      const id = ids.get(key) ?? seriesId(suite, { test, span, annotations, platform, metric });
      ids.set(key, id);
      const repeats = bySeries.get(id) ?? { before: [], after: [] };
      bySeries.set(id, repeats);
      repeats[side].push({ repeat, value, isOutlier: outliers.includes(metric) });
    }
  }
  return bySeries;
}
