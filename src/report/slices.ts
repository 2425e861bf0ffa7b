import { listAnnotations } from '../contract/series-key.ts';
import { openTellPlatform } from '../contract/compare-platforms.ts';
import { namePlatform } from '../contract/platforms.ts';
import type { Annotations, SeriesVerdict } from '../contract/documents.ts';

type AnnotationValue = Annotations[string];

/** One span and metric over the values of one annotation, or over platforms, all else being equal. */
export interface Slice {
  key: string;
  metric: string;
  /** The span, its other annotations and one of several platforms, e.g. `send operation=upload on macos-arm64`. */
  label: string;
  /** Sorted by value: numbers by size, then the rest by name. */
  series: SlicedSeries[];
}

export interface SlicedSeries {
  value: AnnotationValue;
  series: SeriesVerdict;
}

/** Every way to slice these series that has at least two values to compare. */
export function listSlices(series: readonly SeriesVerdict[]): Slice[] {
  const slices = new Map<string, Slice>();
  const tellPlatform = openTellPlatform({ series });
  for (const one of series) {
    // No annotation is called so, and a platform is another way to be another series.
    const differences = { ...one.annotations, platform: namePlatform(one.platform) };
    for (const [key, value] of Object.entries(differences)) {
      const others = Object.entries(one.annotations).filter(([name]) => name !== key);
      const names = [one.span, ...listAnnotations(Object.fromEntries(others))].join(' ');
      const label = key === 'platform' ? names : `${names}${tellPlatform(one)}`;
      const id = JSON.stringify([key, one.metric, label]);
      const slice = slices.get(id) ?? { key, metric: one.metric, label, series: [] };
      slice.series.push({ value, series: one });
      slices.set(id, slice);
    }
  }
  const worthwhile = [...slices.values()].filter((slice) => {
    return new Set(slice.series.map(({ value }) => value)).size > 1;
  });
  for (const slice of worthwhile) slice.series.sort((a, b) => compareValues(a.value, b.value));
  return worthwhile;
}

function compareValues(a: AnnotationValue, b: AnnotationValue): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  if (typeof a === 'number') return -1;
  if (typeof b === 'number') return 1;
  return String(a) < String(b) ? -1 : 1;
}
