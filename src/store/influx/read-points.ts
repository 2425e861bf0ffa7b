import type { Annotations } from '../../contract/documents.ts';
import { timeOfBuild, sortPoints } from '../order-values.ts';
import type { SeriesPoint, SpanIdentity, StoredBuild } from '../series-point.ts';
import type { Connection } from './connect.ts';
import { suiteConditions } from './find-builds.ts';
import { isEqual, quoteName, select } from './influxql.ts';
import { readOutliers } from './lines.ts';
import {
  annotationOfTag,
  annotationPrefix,
  fieldOfMetric,
  measurement,
  metricOfField,
  pointFields,
} from './names.ts';
import { readText, type Row, runQueries } from './run-queries.ts';
import { decodeAnnotation, decodeTag } from './tag-text.ts';

/** All points that are stored of a build. @param metrics that are wanted; all of them where it does not say */
export async function readPoints(
  connection: Connection,
  build: StoredBuild,
  { metrics, signal }: { metrics?: readonly string[]; signal?: AbortSignal } = {},
): Promise<SeriesPoint[]> {
  const conditions = [
    ...suiteConditions(build),
    isEqual('branch_kind', build.branchKind),
    `time = ${timeOfBuild(build)}`,
  ];
  // A group for each span, not for each of its repeats: the server answers in a third of the time.
  const fields =
    metrics === undefined
      ? ['*::field']
      : [...metrics.map(fieldOfMetric), 'outliers'].map(quoteName);
  const columns = [...fields, 'side::tag', 'repeat::tag'].join(', ');
  const query = select(columns, measurement.points, conditions, `GROUP BY ${tagsOfSpan}`);
  const [groups = []] = await runQueries(
    connection,
    [query],
    signal === undefined ? {} : { signal },
  );
  const points = groups.flatMap(({ tags, rows }) => {
    const span = readSpan(tags);
    return rows.map((row) => {
      const found = { side: readText(row, 'side'), repeat: readText(row, 'repeat') };
      return { ...span, side: readSide(found), repeat: readRepeat(found), ...readFields(row) };
    });
  });
  return sortPoints(points);
}

const tagsOfSpan = `"test", "span", "platform", /^${annotationPrefix.replace('.', String.raw`\.`)}/`;

export function readSpan(tags: Readonly<Record<string, string>>): SpanIdentity {
  return {
    test: decodeTag(tags['test'] ?? ''),
    span: decodeTag(tags['span'] ?? ''),
    annotations: readAnnotations(tags),
    platform: decodeTag(tags['platform'] ?? ''),
  };
}

/** A tag that a series lacks is there as an empty text, which no annotation is. */
export function readAnnotations(tags: Readonly<Record<string, string>>): Annotations {
  const annotations: Annotations = {};
  for (const [tag, text] of Object.entries(tags)) {
    const annotation = annotationOfTag(tag);
    if (annotation !== undefined && text !== '') annotations[annotation] = decodeAnnotation(text);
  }
  return annotations;
}

export function readSide(tags: Readonly<Record<string, string>>): SeriesPoint['side'] {
  return tags['side'] === 'before' ? 'before' : 'after';
}

export function readRepeat(tags: Readonly<Record<string, string>>): number {
  return Number(tags['repeat'] ?? 0);
}

const factFields: ReadonlySet<string> = new Set([...pointFields, 'time']);

function readFields(row: Row): Pick<SeriesPoint, 'values' | 'outliers'> {
  const values: Record<string, number> = {};
  for (const [field, value] of Object.entries(row)) {
    if (!factFields.has(field) && typeof value === 'number') values[metricOfField(field)] = value;
  }
  return { values, outliers: readOutliers(readText(row, 'outliers')) };
}
