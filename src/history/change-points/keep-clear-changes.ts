import { clarityOf, contrast } from './clarity.ts';
import type { LevelledSeries } from './measure-noise.ts';
import { type RunningSums, type Segment, summarise, sumUp } from './running-sums.ts';
import type { DetectorSettings } from './settings.ts';
import { leaveOutStairs } from './trend.ts';

/** A disturbance comes back so close that both sides differ by less than this many standard errors, … */
const backWithin = 3;
/** … or by less than this share of what it was away. */
const backToShare = 0.5;

/** Lasting changes, and the series in which disturbances have no weight. */
export interface ClearChanges {
  starts: number[];
  series: LevelledSeries;
  sums: RunningSums;
}

/**
 * Removes what is no lasting change: first shifts that soon came back, then the least clear change, again and
 * again, until all that remain are clear.
 * @param starts where levels begin; ascending
 */
export function keepClearChanges(
  series: LevelledSeries,
  starts: readonly number[],
  settings: DetectorSettings,
  price: number,
): ClearChanges {
  const calm = setDisturbancesAside(series, starts, settings);
  const { sums } = calm;
  const kept = leaveOutStairs(cutAt(sums, calm.starts), calm.series, price);
  const segments = cutAt(sums, kept);
  const clarityAt = (i: number): number =>
    clarityOf(segments[i] as Segment, segments[i + 1] as Segment, calm.series, settings);
  const clarities = kept.map((_, i) => clarityAt(i));
  for (;;) {
    const least = clarities.reduce(
      (low, one, i) => (one < (clarities[low] as number) ? i : low),
      0,
    );
    if (!((clarities[least] ?? 1) < 1)) return { ...calm, starts: kept };
    const [before, after] = [segments[least] as Segment, segments[least + 1] as Segment];
    kept.splice(least, 1);
    clarities.splice(least, 1);
    segments.splice(least, 2, summarise(sums, before.from, after.to));
    for (const i of [least - 1, least]) if (i in clarities) clarities[i] = clarityAt(i);
  }
}

export function cutAt(sums: RunningSums, starts: readonly number[]): Segment[] {
  const bounds = [0, ...starts, sums.length];
  return bounds.slice(1).map((to, i) => summarise(sums, bounds[i] as number, to));
}

/** A short level that came back loses its weight; of its two starts the second remains, to be judged. */
function setDisturbancesAside(
  series: LevelledSeries,
  starts: readonly number[],
  settings: DetectorSettings,
): ClearChanges {
  const kept = [...starts];
  const weights = series.weights.slice();
  let sums = sumUp(series);
  let at = 0;
  while (at + 1 < kept.length) {
    const [from, to] = [kept[at] as number, kept[at + 1] as number];
    const before = summarise(sums, kept[at - 1] ?? 0, from);
    const away = summarise(sums, from, to);
    const after = summarise(sums, to, kept[at + 2] ?? sums.length);
    if (to - from < settings.longestDisturbance && cameBack(before, away, after, series)) {
      weights.fill(0, from, to);
      sums = sumUp({ values: series.values, weights });
      kept.splice(at, 1);
      // Without it, the level before may be a disturbance, too.
      at = Math.max(0, at - 1);
    } else {
      at += 1;
    }
  }
  return { starts: kept, series: { ...series, weights }, sums };
}

function cameBack(before: Segment, away: Segment, after: Segment, series: LevelledSeries): boolean {
  const left = Math.abs(after.mean - before.mean);
  const wasAway = Math.min(Math.abs(away.mean - before.mean), Math.abs(away.mean - after.mean));
  return left < backToShare * wasAway || contrast(before, after, series) < backWithin;
}
