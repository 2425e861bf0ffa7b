import type { Aggregate } from '../../contract/documents.ts';
import { mostPairsOfLook } from '../../contract/missed-change.ts';

/** After so many pairs a look may turn red; fewer give hints only. Close together, since time may end between two. */
const pairsOfLooks = [10, 15, 20, 30, 40, 60, 80];
/** With more blocking series nothing is red before 20 pairs: docs/statistics.md. */
const largeFamily = 50;
/** Share of clean builds that may show any false red, over all looks. */
export const redShare = 0.01;

export interface Look {
  /** Pairs that each series has then. */
  pairs: number;
  /** Its share of what may be spent: all looks together have 1. */
  weight: number;
  /** The plan has no further pairs. */
  isEnd: boolean;
}

/** The looks of a family that is measured for long, in pairs. @param blocking series in it */
export function listPairs(blocking: number): number[] {
  return blocking > largeFamily ? pairsOfLooks.filter((pairs) => pairs >= 20) : pairsOfLooks;
}

/**
 * The looks that a plan allows. A plan that ends sooner than a look is due has its last look at its end, so that a
 * suite with few pairs may be red too.
 * @param blocking series in the family
 */
export function planLooks({ maxRepeats, timeNs }: Aggregate['plan'], blocking: number): Look[] {
  const due = listPairs(blocking).filter((pairs) => pairs <= maxRepeats);
  const last = due.at(-1) ?? 0;
  // Half as many again tell something new; with fewer the last look moves to the end. Where time is up before the
  // end, only looks at the usual places are certain.
  const isKept = maxRepeats > last && (timeNs !== undefined || 2 * maxRepeats >= 3 * last);
  const earlier = isKept ? due : due.slice(0, -1);
  const pairs = maxRepeats < mostPairsOfLook ? [...earlier, maxRepeats] : due;
  const sum = pairs.reduce((total, n) => total + Math.sqrt(n), 0);
  return pairs.map((n) => ({ pairs: n, weight: Math.sqrt(n) / sum, isEnd: n === maxRepeats }));
}
