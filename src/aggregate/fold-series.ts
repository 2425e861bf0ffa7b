import type { Profile, RunRecord, SeriesSamples, SpanProfile } from '../contract/documents.ts';
import { wholeTestSpan } from '../contract/execution.ts';
import { annotationKey } from '../contract/series-key.ts';
import { findMetric } from '../contract/metrics.ts';
import type { MetricChoice } from './choose-metrics.ts';
import { type Count, describeOccurrences } from './count-occurrences.ts';

/** One span of one test. */
interface SpanSeries {
  byMetric: Map<string, SeriesSamples>;
  counts: (Count & { repeat: number })[];
}

/**
 * One entry a series, in the order in which tests were planned and spans first appeared. Both sides of a
 * series have one place for every pair of its test; null where a pair left no value.
 * @param records of one build: each test in one of them, each repeat of a side once
 */
export function foldSeries(
  records: readonly RunRecord[],
  isComparable: MetricChoice['isComparable'],
): SeriesSamples[] {
  const series: SeriesSamples[] = [];
  for (const { profiles, host, tests } of records) {
    const byTest = Map.groupBy(profiles, ({ test }) => test);
    for (const { name } of tests) {
      const own = byTest.get(name) ?? [];
      for (const spans of foldTest(name, own, host.platform, isComparable)) {
        setOccurrences(spans);
        for (const each of spans.byMetric.values()) series.push(each);
      }
    }
  }
  return series;
}

function foldTest(
  test: string,
  profiles: readonly Profile[],
  platform: string,
  isComparable: MetricChoice['isComparable'],
): Iterable<SpanSeries> {
  const pairs = profiles.reduce((most, { repeat }) => Math.max(most, repeat + 1), 0);
  const spans = new Map<string, SpanSeries>();
  for (const profile of profiles) {
    const comparable = new Set<string>();
    for (const metric of profile.metrics) {
      if (isComparable(test, metric)) comparable.add(metric.name);
    }
    for (const span of profile.spans) {
      if (!isFinished(profile, span)) continue;
      const key = `${span.span}\u0000${annotationKey(span.annotations)}`;
      const family: SpanSeries = spans.get(key) ?? { byMetric: new Map(), counts: [] };
      spans.set(key, family);
      const { span: name, annotations, occurrences } = span;
      const { side, repeat } = profile;
      const last = family.counts.at(-1);
      if (last?.side !== side || last.repeat !== repeat) {
        family.counts.push({ side, repeat, occurrences, latency: span.values['latency'] });
      }
      for (const metric of Object.keys(span.values)) {
        const value = span.values[metric];
        if (value === undefined || !comparable.has(metric)) continue;
        let entry = family.byMetric.get(metric);
        if (entry === undefined) {
          const before = new Array<number | null>(pairs).fill(null);
          const after = new Array<number | null>(pairs).fill(null);
          entry = { test, span: name, annotations, platform, metric, before, after };
          family.byMetric.set(metric, entry);
        }
        entry[profile.side][profile.repeat] ??= value;
      }
    }
  }
  return spans.values();
}

/** If a span occurs more or less often on one side, each value becomes the total of its execution. */
function setOccurrences({ byMetric, counts }: SpanSeries): void {
  const occurrences = describeOccurrences(counts);
  if (occurrences === undefined) return;
  for (const series of byMetric.values()) {
    const metric = findMetric(series.metric);
    if (metric === undefined || metric.kind === 'gauge') continue;
    series.occurrences = occurrences;
    if (occurrences.summed !== true) continue;
    for (const { side, repeat, occurrences: times } of counts) {
      const value = series[side][repeat];
      if (typeof value === 'number') series[side][repeat] = value * times;
    }
  }
}

/** A test that fails or hangs loses the span it was in; the test as a whole is such a span. */
function isFinished({ outcome }: Profile, { span }: SpanProfile): boolean {
  return outcome.status === 'passed' || span !== wholeTestSpan;
}
