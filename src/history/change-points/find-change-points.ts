import { upperTail } from '../../stats/student-t.ts';
import type { ChangePoint, Level } from './change-point.ts';
import { contrast, shareOfChange, varianceOf } from './clarity.ts';
import { findFreshChange } from './find-fresh-change.ts';
import { type ClearChanges, keepClearChanges } from './keep-clear-changes.ts';
import { measureNoise, type LevelledSeries } from './measure-noise.ts';
import { partition } from './partition.ts';
import { sumUp, summarise, type Segment, between, type RunningSums } from './running-sums.ts';
import { type DetectorSettings, usualSettings } from './settings.ts';

/** A change is located among so many values on either side of where the partition saw it. */
const locateWithin = 30;

/**
 * The changes of a series' level: by penalised least squares on values in which outliers are pulled in and noisy
 * stretches weigh less, then unclear and passing changes are removed.
 * @param values in the order of their commits; finite
 * @returns ascending
 */
export function findChangePoints(
  values: readonly number[],
  settings: DetectorSettings = usualSettings,
): ChangePoint[] {
  if (values.length < 2 * settings.shortestAtEnd) return [];
  const series = measureNoise(values, settings);
  const sums = sumUp(series);
  const tolerance = series.variance * series.inflation;
  const price = settings.penalty * tolerance * Math.log(values.length);
  const starts = partition(sums, findCandidates(sums, series.variance), { price, ...settings });
  const clear = keepClearChanges(series, starts, settings, price);
  const settled = describeSettled(clear, tolerance);
  const fresh = findFreshChange(clear, settings);
  return fresh === undefined ? settled : [...settled, describeFresh(clear, fresh, tolerance)];
}

function describeSettled({ series, sums, starts }: ClearChanges, tolerance: number): ChangePoint[] {
  const bounds = [0, ...starts, sums.length];
  const locations = starts.map((start, i) => {
    const [from, to] = [bounds[i] as number, bounds[i + 2] as number];
    const sides = [summarise(sums, from, start), summarise(sums, start, to)] as const;
    const location = locateChange(sums, sides, { reach: locateWithin, tolerance });
    bounds[i + 1] = location.at;
    return location;
  });
  const levels = bounds.slice(1).map((to, i) => summarise(sums, bounds[i] as number, to));
  return locations.map((location, i) => {
    const [before, after] = [levels[i], levels[i + 1]];
    if (before === undefined || after === undefined) throw new Error('a change without levels');
    return describeChange({ series, location, isFresh: false }, before, after);
  });
}

/** The newest values as they are: around them no level is known yet that outliers could be pulled in to. */
function describeFresh(
  { series, starts }: ClearChanges,
  start: number,
  tolerance: number,
): ChangePoint {
  const length = series.raw.length;
  const values = series.values.slice();
  values.set(series.raw.subarray(start), start);
  const sums = sumUp({ values, weights: series.weights });
  const from = starts.at(-1) ?? 0;
  const sides = [summarise(sums, from, start), summarise(sums, start, length)] as const;
  const location = locateChange(sums, sides, { reach: length - start, tolerance });
  const fresh = {
    series,
    location: {
      at: start,
      earliest: Math.min(start, location.earliest),
      latest: Math.max(start, location.latest),
    },
    isFresh: true,
  };
  return describeChange(fresh, ...sides);
}

/**
 * For a normal distribution, as the noise is that of the whole series; a tenth more because weights are estimated and
 * outliers pulled in. Simulated.
 */
const errorsOf95 = 1.1 * 1.96;

function describeChange(
  { series, location, isFresh }: { series: LevelledSeries; location: Location; isFresh: boolean },
  before: Segment,
  after: Segment,
): ChangePoint {
  const length = series.raw.length;
  const errors = contrast(before, after, series);
  const ofOnePlace = 2 * upperTail(errors, length - 2);
  return {
    ...location,
    before: describeLevel(before, series),
    after: describeLevel(after, series),
    change: shareOfChange(before.mean, after.mean, series.isLogarithm),
    errors,
    confidence: Math.max(0, 1 - length * ofOnePlace),
    isFresh,
  };
}

function describeLevel(segment: Segment, series: LevelledSeries): Level {
  const { from, to, mean, weight } = segment;
  const error = errorsOf95 * Math.sqrt((series.inflation * varianceOf(segment, series)) / weight);
  const unscale = (level: number): number => (series.isLogarithm ? Math.exp(level) : level);
  return {
    value: unscale(mean),
    low: unscale(mean - error),
    high: unscale(mean + error),
    count: to - from,
  };
}

/**
 * How much worse than the best place another one may describe a series and still be where the level changed, in
 * variances: with 95% confidence, where the change is small beside the noise; a larger change is located better
 * than this says (Hansen 2000: P(x) = (1 − exp(−x/2))²).
 */
const worseBy = -2 * Math.log(1 - Math.sqrt(0.95));

interface Location {
  /** The first value of the new level. */
  at: number;
  /** The new level may have begun as early, or as late, as with these values. */
  earliest: number;
  latest: number;
}

/** @param tolerance the variance of a value, raised by the correlation of neighbours */
function locateChange(
  sums: RunningSums,
  [before, after]: readonly [Segment, Segment],
  { reach, tolerance }: { reach: number; tolerance: number },
): Location {
  const from = Math.max(before.from + 1, before.to - reach);
  const to = Math.min(after.to - 1, before.to + reach);
  const costs: number[] = [];
  for (let at = from; at <= to; at += 1) {
    costs.push(restOf(sums, before.from, at) + restOf(sums, at, after.to));
  }
  const least = Math.min(...costs);
  const best = costs[before.to - from] === least ? before.to - from : costs.indexOf(least);
  const limit = least + worseBy * tolerance;
  return {
    at: from + best,
    earliest: from + costs.findIndex((cost) => cost <= limit),
    latest: from + costs.findLastIndex((cost) => cost <= limit),
  };
}

function restOf(sums: RunningSums, from: number, to: number): number {
  return between(sums.weights, from, to) > 0 ? summarise(sums, from, to).rest : 0;
}

/** Values on either side that are compared; each place of a change shows best in one of them. */
const reaches = [2, 4, 8, 16, 32, 64];
/** So many standard errors make a place worth a closer look; far fewer than make it a change. */
const worthALook = 2.5;

/**
 * Places where a new level may begin: where the values before and after differ most, among their neighbours, at
 * any of several distances. Ascending.
 */
function findCandidates(sums: RunningSums, variance: number): number[] {
  const isCandidate = new Uint8Array(sums.length + 1);
  const contrasts = new Float64Array(sums.length + 1);
  for (const reach of reaches) {
    if (2 * reach > sums.length) break;
    measureContrasts(sums, reach, contrasts);
    markPeaks(
      contrasts,
      { apart: reach >> 2 || 1, above: worthALook ** 2 * variance },
      isCandidate,
    );
  }
  const found: number[] = [];
  isCandidate.forEach((is, at) => {
    if (is === 1) found.push(at);
  });
  return found;
}

/** The squared difference between both sides of each place, in units of its own variance. */
function measureContrasts(sums: RunningSums, reach: number, contrasts: Float64Array): void {
  const { weights, values, length } = sums;
  for (let at = 2; at <= length - 2; at += 1) {
    const from = at > reach ? at - reach : 0;
    const to = at + reach < length ? at + reach : length;
    const weightBefore = (weights[at] as number) - (weights[from] as number);
    const weightAfter = (weights[to] as number) - (weights[at] as number);
    const before = ((values[at] as number) - (values[from] as number)) / weightBefore;
    const after = ((values[to] as number) - (values[at] as number)) / weightAfter;
    contrasts[at] =
      ((after - before) ** 2 * weightBefore * weightAfter) / (weightBefore + weightAfter);
  }
}

function markPeaks(
  contrasts: Float64Array,
  { apart, above }: { apart: number; above: number },
  isPeak: Uint8Array,
): void {
  for (let at = 2; at < contrasts.length - 2; at += 1) {
    const here = contrasts[at] as number;
    if (here < above) continue;
    let by = 1;
    // The last of equals counts: a plateau has one peak.
    while (by <= apart && (contrasts[at - by] ?? 0) <= here && (contrasts[at + by] ?? 0) < here) {
      by += 1;
    }
    if (by > apart) isPeak[at] = 1;
  }
}
