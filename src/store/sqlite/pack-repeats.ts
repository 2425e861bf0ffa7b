import type { SeriesPoint } from '../series-point.ts';

type Repeat = Pick<SeriesPoint, 'repeat' | 'values' | 'outliers'>;

export interface PackedRepeats {
  /** Names of the columns. */
  metrics: readonly string[];
  /** Float64, one line a repeat: its number, then its values; NaN where a metric has none. */
  repeats: Uint8Array;
  /** Uint32: places in `repeats` of the values that did not count; null for none. */
  outliers: Uint8Array | null;
}

/** The repeats of one span on one side. */
export function packRepeats(points: readonly Repeat[]): PackedRepeats {
  const metrics = listMetrics(points);
  const width = metrics.length + 1;
  const numbers = new Float64Array(points.length * width);
  const marked: number[] = [];
  let place = 0;
  for (const { repeat, values, outliers } of points) {
    numbers[place] = repeat;
    place += 1;
    for (const metric of metrics) {
      numbers[place] = values[metric] ?? NaN;
      if (outliers.length > 0 && outliers.includes(metric)) marked.push(place);
      place += 1;
    }
  }
  return {
    metrics,
    repeats: new Uint8Array(numbers.buffer),
    outliers: marked.length === 0 ? null : new Uint8Array(new Uint32Array(marked).buffer),
  };
}

export function unpackRepeats({ metrics, repeats, outliers }: PackedRepeats): Repeat[] {
  const width = metrics.length + 1;
  const numbers = new Float64Array(alignedCopy(repeats));
  const marked = readMarks(outliers);
  return Array.from({ length: numbers.length / width }, (_, line) => {
    const start = line * width;
    const values: Record<string, number> = {};
    const own: string[] = [];
    for (const [column, metric] of metrics.entries()) {
      const value = numbers[start + 1 + column] ?? NaN;
      if (Number.isNaN(value)) continue;
      values[metric] = value;
      if (marked.has(start + 1 + column)) own.push(metric);
    }
    return { repeat: numbers[start] ?? 0, values, outliers: own };
  });
}

/** Only the values of one metric: what most reads want, at a fraction of the work. */
export function unpackMetric(
  { metrics, repeats, outliers }: PackedRepeats,
  metric: string,
): { repeat: number; value: number; isOutlier: boolean }[] {
  const column = metrics.indexOf(metric) + 1;
  if (column === 0) return [];
  const width = metrics.length + 1;
  const numbers = new Float64Array(alignedCopy(repeats));
  const marked = readMarks(outliers);
  const found = [];
  for (let start = 0; start < numbers.length; start += width) {
    const value = numbers[start + column] ?? NaN;
    if (Number.isNaN(value)) continue;
    found.push({ repeat: numbers[start] ?? 0, value, isOutlier: marked.has(start + column) });
  }
  return found;
}

/** Most repeats have the metrics of the first one, in its order. */
function listMetrics(points: readonly Repeat[]): string[] {
  const names = new Set<string>();
  for (const { values } of points) {
    for (const name in values) names.add(name);
  }
  return [...names].sort();
}

function readMarks(outliers: Uint8Array | null): ReadonlySet<number> {
  return new Set(outliers === null ? [] : new Uint32Array(alignedCopy(outliers)));
}

/** Bytes of the file may lie at any address; numbers have to lie at a multiple of their size. */
function alignedCopy(bytes: Uint8Array): ArrayBuffer {
  return new Uint8Array(bytes).buffer;
}
