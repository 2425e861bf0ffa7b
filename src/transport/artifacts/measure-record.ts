import type { RunRecord } from '../../contract/documents.ts';
import { annotationKey } from '../../contract/series-key.ts';

/** The cost of keeping and judging a record. */
export interface RecordSize {
  /** About as many bytes as its values take in the heap. */
  heapBytes: number;
  /** Different ones: of a test, a span, its annotations and a metric. */
  series: number;
}

/** A list of metrics that many profiles share counts for each of them: parsing the record again makes as many. */
export function measureRecord(record: RunRecord): RecordSize {
  const keys = new Set<string>();
  const ofMetrics = new Map<unknown, number>();
  let heapBytes = weigh({ ...record, profiles: [] }, keys);
  for (const profile of record.profiles) {
    const { metrics } = profile;
    heapBytes += 8 + weigh({ ...profile, metrics: none }, keys) - emptyList;
    const known = ofMetrics.get(metrics);
    heapBytes += known ?? weigh(metrics, keys);
    if (known === undefined) ofMetrics.set(metrics, weigh(metrics, keys));
  }
  return { heapBytes, series: countSeries(record) };
}

const none: readonly never[] = [];
const emptyList = 48;

/** A key that many objects share is one string. */
function weigh(value: unknown, keys: Set<string>): number {
  if (typeof value === 'string') return 32 + 2 * value.length;
  if (typeof value !== 'object' || value === null) return 16;
  if (Array.isArray(value)) {
    let sum = emptyList;
    for (const each of value) sum += 8 + weigh(each, keys);
    return sum;
  }
  let sum = 64;
  for (const key in value) {
    sum += 24 + weigh((value as Record<string, unknown>)[key], keys);
    if (keys.has(key)) continue;
    keys.add(key);
    sum += 64 + 2 * key.length;
  }
  return sum;
}

function countSeries({ profiles }: RunRecord): number {
  const ofSpan = new Map<string, Set<string>>();
  for (const { test, spans } of profiles) {
    for (const { span, annotations, values } of spans) {
      const key = `${test}\u0000${span}\u0000${annotationKey(annotations)}`;
      let metrics = ofSpan.get(key);
      if (metrics === undefined) ofSpan.set(key, (metrics = new Set()));
      for (const metric in values) metrics.add(metric);
    }
  }
  let series = 0;
  for (const { size } of ofSpan.values()) series += size;
  return series;
}
