import { createHash } from 'node:crypto';
import { openSpanKeys, spanKey } from '../../contract/series-key.ts';
import type { SeriesPoint } from '../series-point.ts';

/**
 * Which points there are and which metrics they have, whatever their values and order. A build of the same shape
 * overwrites the one that is stored and leaves nothing of it behind, so no comparison is needed.
 */
export function shapeOfPoints(points: readonly SeriesPoint[]): string {
  const keyOf = openSpanKeys();
  // Nearly all points of a build have the same metrics in the same order: they are sorted once.
  const sorted = new Map<string, string>();
  const names = points.map((point) => {
    const metrics = Object.keys(point.values);
    const unsorted = metrics.join(' ');
    let list = sorted.get(unsorted);
    if (list === undefined) sorted.set(unsorted, (list = metrics.sort().join(' ')));
    return `${nameWithin(keyOf(point), point)} ${list}`;
  });
  return createHash('sha256').update(names.sort().join('\n')).digest('hex').slice(0, 32);
}

/** Equal for points that overwrite each other. */
export function nameOfPoint(point: SeriesPoint): string {
  return nameWithin(spanKey(point), point);
}

function nameWithin(span: string, { side, repeat }: SeriesPoint): string {
  return `${span}\u0000${side} ${repeat}`;
}
