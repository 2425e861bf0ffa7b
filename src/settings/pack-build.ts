import type { Annotations, Side } from '../contract/documents.ts';
import { openSpanKeys } from '../contract/series-key.ts';
import type { SeriesPoint, StoredBuild } from '../store/series-point.ts';
import type { FoldedBuild } from '../pipeline/fold-build.ts';

/**
 * A folded build as text, for another process: the names of a span stand once for all of its points, and those of
 * its metrics too. A third of what the points themselves take, to send and to read.
 */
export type PackedBuild = string;

interface Packed {
  build: StoredBuild;
  shards: FoldedBuild['shards'];
  spans: PackedSpan[];
}

interface PackedSpan {
  test: string;
  span: string;
  annotations: Annotations;
  platform: string;
  metrics: string[];
  points: [side: Side, repeat: number, values: (number | null)[], outliers: readonly string[]][];
}

export function packBuild({ points: { build, points }, shards }: FoldedBuild): PackedBuild {
  const keyOf = openSpanKeys();
  const spans: PackedSpan[] = [];
  let last: string | undefined;
  for (const { test, span, annotations, platform, side, repeat, values, outliers } of points) {
    const key = keyOf({ test, span, annotations, platform });
    let current = spans.at(-1);
    if (current === undefined || key !== last) {
      spans.push((current = { test, span, annotations, platform, metrics: [], points: [] }));
      last = key;
    }
    const { metrics } = current;
    for (const metric in values) if (!metrics.includes(metric)) metrics.push(metric);
    const row = metrics.map((metric) => values[metric] ?? null);
    current.points.push([side, repeat, row, outliers]);
  }
  const packed: Packed = { build, shards, spans };
  return JSON.stringify(packed);
}

/** @returns what was given to `packBuild` */
export function unpackBuild(text: PackedBuild): FoldedBuild {
  const { build, shards, spans } = JSON.parse(text) as Packed;
  const points = spans.flatMap(({ metrics, points: rows, ...identity }) =>
    rows.map(([side, repeat, row, outliers]): SeriesPoint => {
      const values: Record<string, number> = {};
      for (const [place, value] of row.entries()) {
        const metric = metrics[place];
        if (value !== null && metric !== undefined) values[metric] = value;
      }
      return { ...identity, side, repeat, values, outliers };
    }),
  );
  return { points: { build, points }, shards };
}
