import { countThings } from './count-things.ts';
import { shortenValue } from './cut-text.ts';
import type { Annotations } from './documents.ts';
import { wholeTestSpan } from './execution.ts';
import { compareHeadlines, findMetric } from './metrics.ts';

/** Identifies a series: test + span + annotations + platform + metric. */
export interface SeriesIdentity {
  test: string;
  span: string;
  annotations: Annotations;
  platform: string;
  metric: string;
}

/** Equal for equal series, whatever the order of their annotations. */
export function seriesKey(series: SeriesIdentity): string {
  return `${spanKey(series)}\u0000${series.metric}`;
}

/** The same for a span: all metrics of it share one key. */
export function spanKey(span: Omit<SeriesIdentity, 'metric'>): string {
  return [span.test, span.span, annotationKey(span.annotations), span.platform].join('\u0000');
}

/**
 * `spanKey` for a list in which what is of one span mostly follows each other and shares the object of its
 * annotations, as points and series of a build do: the key is made once for all that follow each other.
 */
export function openSpanKeys(): (span: Omit<SeriesIdentity, 'metric'>) => string {
  let last: Omit<SeriesIdentity, 'metric'> | undefined;
  let key = '';
  return (span) => {
    const isSame =
      last?.annotations === span.annotations &&
      last.test === span.test &&
      last.span === span.span &&
      last.platform === span.platform;
    if (!isSame) key = spanKey(span);
    last = span;
    return key;
  };
}

/**
 * One series for each test that is worse, in their order, and one for each of its benchmarks or spans: the number of a
 * tool or of the test itself, where it is among them. A test with such numbers is not told as a whole besides.
 */
export function listLeads<T extends SeriesIdentity>(series: readonly T[]): T[] {
  const isOwn = ({ metric }: T): boolean => findMetric(metric) === undefined;
  const withOwn = new Set(series.filter(isOwn).map(({ test }) => test));
  const slices = Map.groupBy(series, (one) => spanKey({ ...one, platform: '' }));
  const leads = [...slices.values()].flatMap((slice): T[] => {
    const [first] = slice.toSorted((a, b) => compareHeadlines(a.metric, b.metric)) as [T];
    const isTold = isOwn(first) || first.span !== wholeTestSpan || !withOwn.has(first.test);
    return isTold ? [first] : [];
  });
  const places = new Map(series.map((one, place) => [one, place]));
  return leads.sort((a, b) => (places.get(a) ?? 0) - (places.get(b) ?? 0));
}

/** These series before all others, which keep their order. */
export function putLeadsFirst<T extends SeriesIdentity>(series: readonly T[]): T[] {
  return [...new Set([...listLeads(series), ...series])];
}

/** What is worse besides the first: `1 more test`, `2 more benchmarks`, `2 more series` of the same; empty for nothing. */
export function countOthers(series: readonly SeriesIdentity[]): string {
  const [first, ...others] = listLeads(series);
  if (first === undefined || series.length === 1) return '';
  if (others.length === 0) return countThings(series.length - 1, 'more series');
  const tests = new Set(others.map(({ test }) => test)).add(first.test).size;
  if (tests > 1) return countThings(tests - 1, 'more test');
  const isOwn = findMetric(first.metric) === undefined;
  return countThings(others.length, isOwn ? 'more benchmark' : 'more span');
}

export function annotationKey(annotations: Annotations): string {
  const keys = Object.keys(annotations).sort();
  return JSON.stringify(keys.map((key) => [key, annotations[key]]));
}

/**
 * `num_files=10000`, sorted by key, so that equal spans read alike.
 * @param show as `String` for what has to be the whole value
 */
export function listAnnotations(
  annotations: Annotations,
  show: (value: string) => string = (value) => shortenValue(value),
): string[] {
  return Object.entries(annotations)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, value]) => `${key}=${show(String(value))}`);
}

/** Keys that mean something of their own in a series, a store or a report. */
export const reservedKeys: ReadonlySet<string> = new Set(
  (
    'after annotations before branch commit host kind metric occurrences order outcome parent ' +
    'platform repeat repository series shard side source span suite test time timestamp unit value'
  ).split(' '),
);
