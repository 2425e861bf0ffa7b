/** A level that moves to another one over many commits, as indices of levels. */
export interface Ramp {
  /** The last level before it. */
  from: number;
  /** The first level after it. */
  to: number;
}

/** Shorter ones are steps that noise blurs. */
const shortest = 10;
/** Price of one more change, in variances times the logarithm of the length, as the detector has it. */
const penalty = 3;

/**
 * Whether levels rather move along a slope than by steps: by least squares. One step has to be worse than the slope
 * by what one more step costs; several have to be better by that.
 * @param starts of the steps; ascending, at least one
 * @param bounds the levels that are looked at
 * @param inflation of the variance of a mean, because errors of neighbours go together
 * @param isDoubted runs that measured both sides do not show the step: then the slope may be the worse by that price
 */
export function findRamp(
  levels: readonly number[],
  starts: readonly number[],
  [low, high]: readonly [number, number],
  inflation: number,
  isDoubted = false,
): Ramp | undefined {
  const first = starts[0] as number;
  const last = starts.at(-1) as number;
  const edges = [low, ...starts, high];
  const stepped = edges
    .slice(1)
    .reduce((sum, to, i) => sum + restOf(levels, edges[i] as number, to), 0);
  let best = Infinity;
  let found: Ramp | undefined;
  for (let from = low + 2; from < first; from += 1) {
    for (let to = Math.max(last, from + shortest); to < high - 2; to += 1) {
      const rest = restOfRamp(levels, [low, high], { from, to });
      if (rest < best) [best, found] = [rest, { from, to }];
    }
  }
  const count = high - low;
  const price = (penalty * inflation * Math.log(count) * best) / count;
  return stepped - best > (starts.length === 1 && !isDoubted ? price : -price) ? found : undefined;
}

function restOf(levels: readonly number[], from: number, to: number): number {
  let [sum, squares] = [0, 0];
  for (let at = from; at < to; at += 1) {
    sum += levels[at] as number;
    squares += (levels[at] as number) ** 2;
  }
  return squares - sum ** 2 / Math.max(1, to - from);
}

/** Around the best line through a clamped slope from 0 to 1. */
function restOfRamp(
  levels: readonly number[],
  [low, high]: readonly [number, number],
  { from, to }: Ramp,
): number {
  let [x, y, xx, xy, yy] = [0, 0, 0, 0, 0];
  for (let at = low; at < high; at += 1) {
    const slope = Math.min(1, Math.max(0, (at - from) / (to - from)));
    const level = levels[at] as number;
    x += slope;
    y += level;
    xx += slope * slope;
    xy += slope * level;
    yy += level * level;
  }
  const count = high - low;
  const spread = xx - (x * x) / count;
  const shared = xy - (x * y) / count;
  return yy - (y * y) / count - (shared * shared) / spread;
}
