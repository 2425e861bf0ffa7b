import type { RunRecord } from '../../contract/documents.ts';
import { annotationKey } from '../../contract/series-key.ts';

/** What it costs to keep and judge a record. */
export interface RecordSize {
  /** About as many bytes as its values take in the heap. */
  heapBytes: number;
  /** Different ones: of a test, a span, its annotations and a metric. */
  series: number;
}

export function measureRecord(record: RunRecord): RecordSize {
  return { heapBytes: weigh(record, new Set()), series: countSeries(record) };
}

/** A key that many objects share is one string. */
function weigh(value: unknown, keys: Set<string>): number {
  if (typeof value === 'string') return 32 + 2 * value.length;
  if (typeof value !== 'object' || value === null) return 16;
  if (Array.isArray(value)) {
    return value.reduce<number>((sum, each) => sum + 8 + weigh(each, keys), 48);
  }
  let sum = 64;
  for (const key of Object.keys(value)) {
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
      const key = [test, span, annotationKey(annotations)].join('\u0000');
      const metrics = ofSpan.get(key) ?? new Set();
      for (const metric of Object.keys(values)) metrics.add(metric);
      ofSpan.set(key, metrics);
    }
  }
  let series = 0;
  for (const { size } of ofSpan.values()) series += size;
  return series;
}
