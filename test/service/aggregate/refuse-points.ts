import type { BuildKey } from '../../../src/contract/documents.ts';
import type { SeriesPoint } from '../../../src/store/series-point.ts';
import type { SeriesStore } from '../../../src/store/series-store.ts';

/** A store that takes what it can, and never these, as InfluxDB where types conflict. */
export function refusePoints(
  real: SeriesStore,
  isRefused: (build: BuildKey, point: SeriesPoint) => boolean,
): SeriesStore['write'] {
  return async (builds, signal) => {
    const refused = builds.flatMap(({ build, points }) =>
      points
        .filter((point) => isRefused(build, point))
        .map((point) => ({ build, point, reason: 'type conflict' })),
    );
    const kept = builds.map((each) => ({
      ...each,
      points: each.points.filter((point) => !isRefused(each.build, point)),
    }));
    return { written: (await real.write(kept, signal)).written, refused };
  };
}
