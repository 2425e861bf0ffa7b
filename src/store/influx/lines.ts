import { Point } from '@influxdata/influxdb-client';
import type { Annotations } from '../../contract/documents.ts';
import { openSpanKeys } from '../../contract/series-key.ts';
import { timeOfBuild, orderOfCommit } from '../order-values.ts';
import { startOfDay } from '../retention.ts';
import type { BuildPoints, SeriesPoint, SpanIdentity, StoredBuild } from '../series-point.ts';
import { fieldOfMetric, measurement, tagOfAnnotation } from './names.ts';
import { shapeOfPoints } from './shape-of-points.ts';
import { encodeAnnotation, encodeTag } from './tag-text.ts';

/** A line of the line protocol, and the points that are not stored without it. */
export interface Line {
  text: string;
  build: StoredBuild;
  points: readonly SeriesPoint[];
  /** The same at the time of the build, for a bucket that does not reach back to its midnight. */
  later?: string;
}

/**
 * The build first: whatever of it is stored, it can be found. Tags are sorted by their names, which InfluxDB
 * would have to do otherwise.
 */
export function* linesOfBuild({ build, points }: BuildPoints): Generator<Line> {
  yield { text: lineOfBuild(build, shapeOfPoints(points)), build, points };
  const time = timeOfBuild(build);
  const keyOf = openSpanKeys();
  const spans = new Map<string, SpanLines>();
  // The shared part of a build's points is escaped once: repeating it for each point was most of the work.
  const run = `build=${quote(encodeTag(build.runId))}`;
  const before = `${run},commit=${quote(build.baseline)}`;
  const after = `${run},commit=${quote(build.commit)}`;
  const names = new Map<string, string>();
  for (const point of points) {
    const key = keyOf(point);
    let span = spans.get(key);
    if (span === undefined) spans.set(key, (span = openSpan(build, point)));
    const { start, middle, end, metrics } = span;
    span.points.push(point);
    const { side, repeat, values } = point;
    // Joined in the end: a text that grows is a chain of pieces, which the collector of garbage has to follow.
    const parts = [
      start,
      ',repeat=',
      repeat,
      middle,
      ',side=',
      side,
      end,
      ' ',
      side === 'before' ? before : after,
    ];
    for (const metric in values) {
      let name = names.get(metric);
      if (name === undefined) names.set(metric, (name = `,${escapeName(fieldOfMetric(metric))}=`));
      metrics.add(metric);
      parts.push(name, values[metric] ?? '');
    }
    const outliers = quote(writeOutliers(point.outliers));
    parts.push(',outliers=', outliers, ' ', time);
    const text = parts.join('');
    yield { text, build, points: [point] };
  }
  const day = `${startOfDay(build.atMs)}000000`;
  for (const { identity, metrics, points: own } of spans.values()) {
    const names = quote(JSON.stringify([...metrics].sort()));
    const line = `${identity} metrics=${names}`;
    yield { text: `${line} ${day}`, later: `${line} ${time}`, build, points: own };
  }
}

interface SpanLines {
  start: string;
  middle: string;
  end: string;
  /** The tags of the line that lists the span. */
  identity: string;
  metrics: Set<string>;
  points: SeriesPoint[];
}

function openSpan(build: StoredBuild, span: SpanIdentity): SpanLines {
  const annotations = writeAnnotations(span.annotations);
  const platform = `,platform=${escapeName(encodeTag(span.platform))}`;
  const middle = `,repository=${escapeName(encodeTag(build.repository))}`;
  const suite = escapeName(encodeTag(build.suite));
  const name = escapeName(encodeTag(span.span));
  const end = `,span=${name},suite=${suite},test=${escapeName(encodeTag(span.test))}`;
  return {
    start: `${measurement.points}${annotations},branch_kind=${build.branchKind}${platform}`,
    middle,
    end,
    identity: `${measurement.spans}${annotations}${platform}${middle}${end}`,
    metrics: new Set(),
    points: [],
  };
}

/** Every field each time: InfluxDB keeps what a later line does not name. */
function lineOfBuild(build: StoredBuild, shape: string): string {
  const { repository, suite, branchKind, runId, commit, pullRequest, author, branch, links } =
    build;
  const point = new Point(measurement.builds)
    .tag('branch_kind', branchKind)
    .tag('repository', encodeTag(repository))
    .tag('suite', encodeTag(suite))
    .stringField('author', author ?? '')
    .stringField('branch', branch ?? '')
    .stringField('commit', commit)
    .floatField('complete', build.isComplete ? 1 : 0)
    .stringField('facts', JSON.stringify(build))
    .stringField('id', encodeTag(runId))
    .stringField('link', links?.['build'] ?? Object.values(links ?? {})[0] ?? '')
    .floatField('order_ms', orderOfCommit(build))
    .stringField('shape', shape)
    .stringField('pull_request', pullRequest ?? '')
    .timestamp(timeOfBuild(build));
  return writePoint(point);
}

/**
 * The line of a point whose tags `encodeTag` made: they hold no backslash. InfluxDB's client writes a tab in a tag
 * as backslash and t, and InfluxDB keeps both; our other lines have the tab itself.
 */
export function writePoint(point: Point): string {
  return point
    .toString()
    .replace(/^(?:\\.|[^\\ ])+/, (tags) => tags.replaceAll(String.raw`\t`, '\t'));
}

function writeAnnotations(annotations: Annotations): string {
  return Object.keys(annotations)
    .sort()
    .map((key) => {
      const value = encodeAnnotation(annotations[key] ?? '');
      return `,${escapeName(tagOfAnnotation(key))}=${escapeName(value)}`;
    })
    .join('');
}

/** Blanks around each name, so that a query finds ` latency ` and nothing that only begins with it. */
function writeOutliers(outliers: readonly string[]): string {
  return outliers.length === 0 ? '' : ` ${[...outliers].sort().join(' ')} `;
}

export function readOutliers(text: string): string[] {
  return text.split(' ').filter((name) => name !== '');
}

function escapeName(text: string): string {
  return /[,= ]/.test(text) ? text.replaceAll(/[,= ]/g, String.raw`\$&`) : text;
}

function quote(text: string): string {
  return /["\\]/.test(text) ? `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"` : `"${text}"`;
}
