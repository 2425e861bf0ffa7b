import type { Annotations, BuildKey } from '../contract/documents.ts';
import { spanKey } from '../contract/series-key.ts';
import type { SeriesPoint, SeriesValue, StoredBuild, StoredSpan } from './series-point.ts';
import type { Slice } from './series-store.ts';
import { createHash } from 'node:crypto';

/** By the time of the build, then before and after, then repeats: the same order in every store. */
export function sortByTime(values: readonly SeriesValue[]): SeriesValue[] {
  return sortBy(values, ({ atMs }) => atMs);
}

/** By the commits that the builds are of. */
export function sortByCommit(values: readonly SeriesValue[]): SeriesValue[] {
  return sortBy(values, orderOfCommit);
}

/** Those of one millisecond too have the same order in every store. */
export function sortNewestFirst(builds: readonly StoredBuild[]): StoredBuild[] {
  return builds.toSorted(
    (a, b) => b.atMs - a.atMs || compare(BigInt(timeOfBuild(b)), BigInt(timeOfBuild(a))),
  );
}

/** The moment that a commit has its place by: when it was made, or else when it was built. */
export function orderOfCommit({ committedAtMs, atMs }: StoredBuild): number {
  return committedAtMs ?? atMs;
}

function sortBy(
  values: readonly SeriesValue[],
  order: (build: StoredBuild) => number,
): SeriesValue[] {
  const times = new Map<StoredBuild, bigint>();
  for (const { build } of values) {
    if (!times.has(build)) times.set(build, BigInt(timeOfBuild(build)));
  }
  const time = (build: StoredBuild): bigint => times.get(build) ?? 0n;
  return values.toSorted(
    (a, b) =>
      order(a.build) - order(b.build) ||
      compare(time(a.build), time(b.build)) ||
      compareSides(a, b) ||
      a.repeat - b.repeat,
  );
}

/** By span, then before and after, then repeats. */
export function sortPoints(points: readonly SeriesPoint[]): SeriesPoint[] {
  const keys = new Map(points.map((point) => [point, spanKey(point)]));
  return points.toSorted(
    (a, b) =>
      compare(keys.get(a) ?? '', keys.get(b) ?? '') || compareSides(a, b) || a.repeat - b.repeat,
  );
}

/** By suite, then by what makes a span. */
export function sortSpans(spans: readonly StoredSpan[]): StoredSpan[] {
  return spans.toSorted((a, b) => compare(a.suite, b.suite) || compare(spanKey(a), spanKey(b)));
}

/** The series of one span, by the value that they have for an annotation; those without it come last. */
export function groupBySlice<T extends { annotations: Annotations }>(
  series: readonly T[],
  by: string,
): (readonly [Slice['value'], T[]])[] {
  const groups = Map.groupBy(series, ({ annotations }) => annotations[by]);
  return [...groups].sort(([a], [b]) => compareSliceValues(a, b));
}

/** Whether annotations have all that is asked for; others beside that may be there. */
export function hasAnnotations(annotations: Annotations, wanted: Annotations): boolean {
  return Object.entries(wanted).every(([key, value]) => annotations[key] === value);
}

const kinds = ['number', 'string', 'boolean', 'undefined'];

function compareSliceValues(a: Slice['value'], b: Slice['value']): number {
  const byKind = kinds.indexOf(typeof a) - kinds.indexOf(typeof b);
  if (byKind !== 0 || a === undefined || b === undefined) return byKind;
  return compare(a, b);
}

function compareSides(a: { side: string }, b: { side: string }): number {
  // "before" stands first, and sorts last.
  return compare(b.side, a.side);
}

function compare<T extends bigint | string | number | boolean>(a: T, b: T): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

const nanosecondsPerMillisecond = 1_000_000;

/**
 * The time of a build in nanoseconds since 1970, as text, since it has more digits than a number. Two builds
 * that began in the same millisecond are distinguished by their names, and always in the same way.
 */
export function timeOfBuild(build: BuildKey & { atMs: number }): string {
  const name = JSON.stringify([build.repository, build.suite, build.runId]);
  const digest = createHash('sha256').update(name).digest().readUInt32BE(0);
  const nanoseconds = String(digest % nanosecondsPerMillisecond).padStart(6, '0');
  return `${build.atMs}${nanoseconds}`;
}
