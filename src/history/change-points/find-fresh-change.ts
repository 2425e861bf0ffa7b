import type { ClearChanges } from './keep-clear-changes.ts';
import { cutAt } from './keep-clear-changes.ts';
import type { DetectorSettings } from './settings.ts';

/** One value counts as at most so many deviations, so that none makes a change alone. */
const mostOfOne = 4;
/** Each of the newest values has to be off by more than this, in deviations; of every four one may be less. */
const eachOff = 1;
/** Two alone each have to be off by this much, or one outlier would need little help from its neighbour. */
const eachOfTwo = 1.75;
/** The noise is that of so many newest values, … */
const noiseOver = 120;
/** … or this share of what it is around a value, where that is more. */
const restless = 0.75;
/** Values that the level before has at least. */
const fewestBefore = 12;

/**
 * Finds a change at the end: the newest values, too few for a level of their own, all lie off the last level, and
 * together clearly so. A burst that this series has shown before, and that came back, is no news: it takes a longer or
 * stronger one.
 * @returns the first value of the new level; undefined where there is none
 */
export function findFreshChange(
  { series, sums, starts }: ClearChanges,
  settings: DetectorSettings,
): number | undefined {
  const length = series.raw.length;
  const last = starts.at(-1) ?? 0;
  const noise = usualNoise(series.deviations, Math.max(last, length - noiseOver), length - 2);
  const scores = new Float64Array(length);
  for (const { from, to, mean } of cutAt(sums, starts)) {
    for (let at = from; at < to; at += 1) {
      const here = Math.max(noise, restless * (series.deviations[at] as number));
      const off = ((series.raw[at] as number) - mean) / here;
      scores[at] = Math.min(mostOfOne, Math.max(-mostOfOne, off));
    }
  }
  let best = 1;
  let found: number | undefined;
  for (let count = 2; count < settings.shortestAtEnd + 4; count += 1) {
    const start = length - count;
    if (start - last < fewestBefore) break;
    const burst = burstAt(scores, start, count);
    if (burst === 0) continue;
    const correlated = 1 + 2 * Math.max(0, series.correlation) * (1 - 1 / count);
    const error = Math.sqrt(count * correlated * (1 + count / (start - last)));
    const clarity = Math.abs(burst) / (settings.freshT * error);
    if (clarity > best && !wasSeenBefore(scores, start, count, burst)) {
      best = clarity;
      found = start;
    }
  }
  return found;
}

/** The sum of the scores from `start` on; 0 if they do not all lie on one side. */
function burstAt(scores: Float64Array, start: number, count: number): number {
  let sum = 0;
  for (let at = start; at < start + count; at += 1) sum += scores[at] as number;
  const least = count === 2 ? eachOfTwo : eachOff;
  let less = 0;
  for (let at = start; at < start + count; at += 1) {
    if ((scores[at] as number) * Math.sign(sum) <= least) less += 1;
  }
  return less <= Math.floor(count / 4) ? sum : 0;
}

function wasSeenBefore(scores: Float64Array, end: number, count: number, burst: number): boolean {
  for (let start = 0; start + count <= end; start += 1) {
    if (Math.abs(burstAt(scores, start, count)) >= Math.abs(burst)) return true;
  }
  return false;
}

function usualNoise(deviations: Float64Array, from: number, to: number): number {
  let squares = 0;
  for (let at = from; at < to; at += 1) squares += (deviations[at] as number) ** 2;
  return Math.sqrt(squares / (to - from));
}
