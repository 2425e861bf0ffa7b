import type { Metric, Problem, SeriesSamples, SeriesVerdict } from '../contract/documents.ts';
import { wholeTestSpan } from '../contract/execution.ts';
import { titleMetric } from '../contract/metrics.ts';
import { seriesKey, spanKey } from '../contract/series-key.ts';
import { formatQuantity, shownUnit } from '../contract/units.ts';
import { median } from '../stats/median.ts';
import { listPresent } from './rule/subject.ts';

/** From this share of what a span lost on, the rise of the rest of its test says where it went. */
const leastShare = 0.5;
/** A share of all comparisons of a run after with a run before. */
const mostRuns = 0.8;

/**
 * A span that became better while the rest of its test became worse by as much has not improved: its work is
 * done elsewhere. Where the whole test became worse by more than the span may, nothing clears it.
 */
export function keepMovedWork(
  reports: readonly SeriesVerdict[],
  { series, metrics }: { series: readonly SeriesSamples[]; metrics: readonly Metric[] },
): { reports: SeriesVerdict[]; problems: Problem[] } {
  const improved = new Set(reports.filter(({ state }) => state === 'improved').map(seriesKey));
  if (improved.size === 0) return { reports: [...reports], problems: [] };
  const samples = new Map(
    series
      .map((one) => [seriesKey(one), one] as const)
      .filter(([key, { span }]) => improved.has(key) || span === wholeTestSpan),
  );
  const byName = new Map(metrics.map((metric) => [metric.name, metric]));
  const told = new Map<string, Problem>();
  const kept = reports.map((report): SeriesVerdict => {
    if (report.state !== 'improved' || report.span === wholeTestSpan) return report;
    const own = samples.get(seriesKey(report));
    const whole = samples.get(seriesKey({ ...report, span: wholeTestSpan, annotations: {} }));
    const metric = byName.get(report.metric);
    if (own === undefined || whole === undefined || metric === undefined) return report;
    if (metric.kind === 'gauge' || metric.direction !== 'lower') return report;
    const moved = measureMoved(own, whole, report.threshold);
    if (moved === undefined) return report;
    const [fell, rose] = [moved.fell, moved.rose].map((value) =>
      formatQuantity(value, shownUnit(metric)),
    );
    const what = `${titleMetric(metric.name)} fell by ${fell} in an execution, and that of the rest of the test rose by ${rose}`;
    if (!told.has(spanKey(report))) {
      const message = `work has left the span ${JSON.stringify(report.span)}, which therefore has not improved: its ${what}`;
      told.set(spanKey(report), { code: 'work-moved', test: report.test, message });
    }
    return {
      ...report,
      state: moved.isSlower ? 'undecided' : 'not-regressed',
      reason: `work has left the span: ${what}`,
    };
  });
  return { reports: kept, problems: [...told.values()] };
}

/** In the metric's unit, for an execution; undefined where the rest of the test does not account for it. */
function measureMoved(
  span: SeriesSamples,
  whole: SeriesSamples,
  threshold: SeriesVerdict['threshold'],
): { fell: number; rose: number; isSlower: boolean } | undefined {
  const side = (name: 'before' | 'after') => {
    const { occurrences } = span;
    const times = occurrences === undefined || occurrences.summed ? 1 : occurrences[name];
    const own = span[name].map((value) => (value === null ? null : value * times));
    const rest = own.map((value, repeat) => {
      const all = whole[name][repeat];
      return value === null || typeof all !== 'number' ? null : all - value;
    });
    return {
      own: listPresent(own),
      rest: listPresent(rest),
      whole: listPresent(whole[name]),
    };
  };
  const [before, after] = [side('before'), side('after')];
  if (before.rest.length === 0 || after.rest.length === 0) return undefined;
  const base = median(before.own);
  const fell = base - median(after.own);
  const rose = median(after.rest) - median(before.rest);
  // Occurrences side by side last longer together than their test: then there is no rest.
  const isWithin = median(before.rest) >= 0 && median(after.rest) >= 0;
  if (!isWithin || fell <= 0 || rose < leastShare * fell) return undefined;
  if (!isMostlyHigher(after.rest, before.rest)) return undefined;
  const allowed = Math.max((threshold.relative ?? 0) * base, threshold.absolute ?? 0);
  const isSlower = rose - fell > allowed && isMostlyHigher(after.whole, before.whole);
  return { fell, rose, isSlower };
}

function isMostlyHigher(these: readonly number[], those: readonly number[]): boolean {
  const higher = these.reduce((sum, x) => sum + those.filter((y) => x > y).length, 0);
  return higher >= mostRuns * these.length * those.length;
}
