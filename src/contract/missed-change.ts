import type { SeriesVerdict } from './documents.ts';
import { titleMetric } from './metrics.ts';
import { formatShare } from './units.ts';

/** As a ratio minus one; beyond it a figure tells nothing. */
const tenfold = 10;

/** The problem that names what was not seen, where `gate.whenNotSeen` wants that. */
export const notSeenCode = 'not-seen';

/** The last look at the pairs of a series: more of them turn it red no more. See docs/statistics.md. */
export const mostPairsOfLook = 80;

/** Whether more pairs would decide nothing of it. @param most pairs of the plan */
export function hasAllLooks(
  { after, before }: Pick<SeriesVerdict, 'after' | 'before'>,
  most = mostPairsOfLook,
): boolean {
  const present = before.values.filter((one, at) => one !== null && after.values[at] !== null);
  return present.length >= Math.min(most, mostPairsOfLook);
}

/** It passes, and its runs could have missed a change as large as its rule asks to see. */
export function isNotSeen({ seen, state, threshold }: SeriesVerdict): boolean {
  return state === 'not-regressed' && seen === false && threshold.action === 'block';
}

/**
 * The end of the headline "nothing regressed": how large a change these runs may have missed. One figure stands for the
 * build, that of the series that sees least for its limit; if series see less than they should, their number comes
 * first. Empty if every series was counted exactly.
 */
export function describeMissed(series: readonly SeriesVerdict[]): string {
  let worst: SeriesVerdict | undefined;
  let notSeen = 0;
  for (const one of series) {
    if (one.state !== 'not-regressed' || one.threshold.action !== 'block') continue;
    if (isNotSeen(one)) notSeen += 1;
    if (one.evidence.smallestVisible === undefined) continue;
    if (worst === undefined || compareSight(one) > compareSight(worst)) worst = one;
  }
  const visible = worst?.evidence.smallestVisible;
  if (worst === undefined || visible === undefined) return '';
  const count = notSeen === 0 ? '; ' : `, ${notSeen} of them not seen: `;
  const where = nameAllowed([limitOf(worst)], visible);
  return `${count}${sayMissed(visible)} (${titleMetric(worst.metric)}${where})`;
}

/** `a change under 12% could have been missed` @param smallest that would have shown, as a ratio minus one */
export function sayMissed(smallest: number): string {
  const size =
    smallest > tenfold ? 'even a tenfold change' : `a change under ${formatShare(smallest)}`;
  return `${size} could have been missed`;
}

/**
 * `, where 10% is allowed`: stands behind a change that would have shown, so that a limit does not look like noise. It
 * is empty where the limit is not what makes that change large.
 * @param limits of one series or several, as ratios minus one
 * @param smallest that would have shown
 */
export function nameAllowed(limits: readonly number[], smallest: number): string {
  const [least, most] = [Math.min(...limits), Math.max(...limits)];
  if (!reachesLimit(least, smallest)) return '';
  const [first, last] = [least, most].map((one) => `${Number((one * 100).toPrecision(3))}%`);
  return `, where ${first === last ? first : `${first} to ${last}`} is allowed`;
}

/** Whether a change that would have shown is as large as it is for what is allowed; both are rounded. */
export function reachesLimit(limit: number, smallest: number): boolean {
  return limit > 0 && limit - smallest < 1e-6;
}

/** What the rule of a series allows, as a share of the value before. */
export function limitOf({
  before,
  threshold,
}: Pick<SeriesVerdict, 'before' | 'threshold'>): number {
  const { location = 0 } = before;
  const { absolute = 0, relative = 0 } = threshold;
  return Math.max(relative, location > 0 ? absolute / location : 0);
}

/** The smallest visible change in limits. */
function compareSight(one: SeriesVerdict): number {
  const limit = limitOf(one);
  return limit > 0 ? (one.evidence.smallestVisible ?? 0) / limit : Infinity;
}
