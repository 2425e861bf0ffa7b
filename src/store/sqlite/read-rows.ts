import type { Annotations } from '../../contract/documents.ts';
import type { SeriesValue, StoredBuild } from '../series-point.ts';
import { decodeSide } from './codes.ts';
import { unpackMetric } from './pack-repeats.ts';

/** A row of `samples` with what its numbers stand for. */
export type SampleRow = {
  side: number;
  repeats: Uint8Array;
  outliers: Uint8Array | null;
  names: string;
  build: number;
  at_ms: number;
  facts: string;
};

/** The columns that it needs. */
export const sampleColumns =
  's.side, s.repeats, s.outliers, m.names, s.build, b.at_ms, b.facts' as const;

export const sampleTables =
  'samples s JOIN builds b ON b.id = s.build JOIN metric_sets m ON m.id = s.metric_set' as const;

/** Builds that were read, by their number in the file: all values of a build share one. */
export type KnownBuilds = Map<number, StoredBuild>;

export function readBuildFacts(row: { at_ms: number; facts: string }): StoredBuild {
  return { ...(JSON.parse(row.facts) as StoredBuild), atMs: row.at_ms };
}

/** The values of one metric in a row. */
export function valuesOfRow(
  row: SampleRow,
  metric: string,
  annotations: Annotations,
  builds: KnownBuilds,
): SeriesValue[] {
  const found = unpackMetric({ ...row, metrics: readNames(row.names) }, metric);
  if (found.length === 0) return [];
  let build = builds.get(row.build);
  if (build === undefined) builds.set(row.build, (build = readBuildFacts(row)));
  const side = decodeSide(row.side);
  const commit = side === 'before' ? build.baseline : build.commit;
  return found.map((one) => ({ build, commit, annotations, side, ...one }));
}

export function readNames(text: string): string[] {
  return JSON.parse(text) as string[];
}

/** As `annotationKey` wrote them. */
export function readAnnotations(text: string): Annotations {
  return Object.fromEntries(JSON.parse(text) as [string, string | number | boolean][]);
}
