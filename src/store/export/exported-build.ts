import type { ExportedBuild } from '../../contract/documents.ts';
import { openSpanKeys } from '../../contract/series-key.ts';
import type { BuildPoints, SeriesPoint } from '../series-point.ts';

/** All that is kept of a build, as the document that `perigee import perigee` reads. */
export function exportBuild({ build, points }: BuildPoints): ExportedBuild {
  const spans = new Map<string, ExportedBuild['spans'][number]>();
  const keyOf = openSpanKeys();
  for (const point of points) {
    const key = keyOf(point);
    const { annotations, outliers, platform, repeat, side, span, test, values } = point;
    const own = spans.get(key) ?? { test, span, annotations, platform, points: [] };
    spans.set(key, own);
    own.points.push({
      ...{ side, repeat, values },
      ...(outliers.length === 0 ? {} : { outliers: [...outliers] }),
    });
  }
  const { links, machines, metrics, parents, ...facts } = build;
  return {
    ...{ schema: 'perigee/stored-build', version: 1 },
    build: {
      ...facts,
      ...(parents === undefined ? {} : { parents: [...parents] }),
      ...(links === undefined ? {} : { links }),
      metrics: [...metrics],
      ...(machines === undefined ? {} : { machines: [...machines] }),
    },
    spans: [...spans.values()],
  };
}

/** The same build again. */
export function restoreBuild({ build, spans }: ExportedBuild): BuildPoints {
  const points = spans.flatMap(({ points: own, ...span }) =>
    own.map(({ outliers = [], ...rest }): SeriesPoint => ({ ...span, ...rest, outliers })),
  );
  return { build, points };
}
