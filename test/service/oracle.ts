import { aggregateRecords } from '../../src/aggregate/aggregate-records.ts';
import type { BuildKey, RunRecord } from '../../src/contract/documents.ts';
import { annotationKey } from '../../src/contract/series-key.ts';
import { pointsOfBuild } from '../../src/store/points-of-build.ts';
import type { BuildPoints, SeriesPoint } from '../../src/store/series-point.ts';
import { judge } from '../../src/verdict/judge.ts';

/** What the store has to hold of a build: a plain fold of all its records. */
export function foldPlainly(key: BuildKey, records: readonly RunRecord[]): string[] {
  const aggregate = aggregateRecords(records, { repository: key.repository });
  const verdict = judge(aggregate, { rules: [], today: '2026-11-21', tagsOf: new Map() });
  return listPoints(pointsOfBuild(aggregate, { key, atMs: 0, verdict }));
}

/** One line a point, with all of its numbers, in a fixed order. */
export function listPoints({ points }: Pick<BuildPoints, 'points'>): string[] {
  return points.map(describePoint).sort();
}

function describePoint(point: SeriesPoint): string {
  const { test, span, platform, side, repeat, annotations, values, outliers } = point;
  const sorted = Object.entries(values).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([
    ...[test, span, platform, side, repeat, annotationKey(annotations)],
    ...[sorted, [...outliers].sort()],
  ]);
}
