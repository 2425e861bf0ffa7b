import type { LatestLevel, Series } from '../../api/answers.ts';
import { listAnnotations } from '../../../report/series-words.ts';

/** Series that differ in one annotation only, in the order of its values. */
export interface SliceOfSeries {
  key: string;
  /** What the others are, as ` (a=1)`; empty where there are none. */
  label: string;
  values: { id: string; value: string | number | boolean; latest: LatestLevel }[];
}

/** The slices through a series: one for each annotation by which others of its platform differ from it. */
export function listSlices({ levels, commits, series, siblings }: Series): SliceOfSeries[] {
  const newest = levels.at(-1);
  if (newest === undefined) return [];
  const { atMs = 0, commit = '' } = commits[newest.place] ?? {};
  const own = { ...series, latest: { ...newest, commit, atMs } };
  return Object.keys(series.annotations).flatMap((key) => {
    const rest = (annotations: Series['series']['annotations']): string =>
      listAnnotations(annotations)
        .filter((one) => !one.startsWith(`${key}=`))
        .join(', ');
    const others = siblings.filter(
      ({ annotations, platform }) =>
        platform === series.platform &&
        key in annotations &&
        rest(annotations) === rest(series.annotations),
    );
    const values = [own, ...others].flatMap(({ annotations, id, latest }) => {
      const value = annotations[key];
      return value === undefined || latest === undefined ? [] : [{ id, value, latest }];
    });
    if (values.length < 2) return [];
    const label = rest(series.annotations);
    values.sort((a, b) =>
      typeof a.value === 'number' && typeof b.value === 'number'
        ? a.value - b.value
        : String(a.value) < String(b.value)
          ? -1
          : 1,
    );
    return [{ key, label: label === '' ? '' : ` (${label})`, values }];
  });
}
