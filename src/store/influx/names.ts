/**
 * How names of ours stand in InfluxDB. Tags of points: annotation.*, branch_kind, platform, repeat, repository,
 * side, span, suite, test. Fields: one of each metric, and what is in `pointFields`.
 */
export const measurement = {
  points: 'perigee',
  builds: 'perigee_build',
  spans: 'perigee_span',
  changes: 'perigee_change',
  gate: 'perigee_gate',
} as const;

export const annotationPrefix = 'annotation.';
const metricPrefix = 'metric.';

/** The fields of a point beside its metrics. */
export const pointFields = ['build', 'commit', 'outliers'] as const;

const tags = ['branch_kind', 'platform', 'repeat', 'repository', 'side', 'span', 'suite', 'test'];
const taken: ReadonlySet<string> = new Set([...pointFields, ...tags, 'time']);

/**
 * Metrics have fields of their own names, but for those that mean something else already: where a field has the name
 * of a tag, InfluxQL reads the field, in every series of the bucket.
 */
export function fieldOfMetric(metric: string): string {
  const isTaken = taken.has(metric) || metric.startsWith(annotationPrefix);
  return isTaken || metric.startsWith(metricPrefix) ? `${metricPrefix}${metric}` : metric;
}

export function metricOfField(field: string): string {
  return field.startsWith(metricPrefix) ? field.slice(metricPrefix.length) : field;
}

export function tagOfAnnotation(annotation: string): string {
  return `${annotationPrefix}${annotation}`;
}

/** Undefined for a tag that is no annotation. */
export function annotationOfTag(tag: string): string | undefined {
  return tag.startsWith(annotationPrefix) ? tag.slice(annotationPrefix.length) : undefined;
}
