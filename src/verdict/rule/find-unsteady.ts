import { findRejectionLimit } from '../../stats/control-discoveries.ts';
import { median } from '../../stats/median.ts';
import { upperTail } from '../../stats/student-t.ts';
import type { Estimate } from './estimate.ts';

/** Measured at least so many times as much. */
const muchMore = 2;
/** Share of clean builds that may name any series. */
const warningShare = 0.01;

/**
 * The blocking series whose runs vary much more after than before, and how many times as much. Runs of a side that
 * follow each other differ by d on the scale, so that neither a drift nor two states of a machine look like more:
 *
 *   b_i = max(|before_i − before_i+1|, margin),  a_j = max(|after_j − after_j+1|, margin)
 *   U   = how often a_j > b_i, and half as often as a_j = b_i, over all n·m of them
 *   z   = (U − nm/2) / √(1.5 · nm(n + m + 1)/12)
 *
 * This is Mann and Whitney's test, which asks nothing of the noise but that it is the same on both sides; 1.5 is there
 * since each run counts in two differences. Benjamini and Hochberg's rule holds over all series at 1%, and the median
 * of a has to be at least twice that of b.
 */
export function watchSpreads(blocking: number): SpreadWatch {
  const found = new Map<Estimate, Spreads>();
  return {
    enter(one) {
      if (one.subject.threshold.action !== 'block') return false;
      const spreads = compareSpreads(one);
      if (spreads === undefined || spreads.p > warningShare) return false;
      found.set(one, spreads);
      return true;
    },
    listUnsteady() {
      const ps = [...found.values()].map(({ p }) => p);
      const limit = findRejectionLimit(ps, warningShare, blocking);
      const unsteady = [...found].filter(([, { p }]) => p <= limit);
      return new Map(unsteady.map(([one, { ratio }]) => [one, ratio]));
    },
  };
}

export interface SpreadWatch {
  /** Takes a series. Whether it may be named. */
  enter(one: Estimate): boolean;
  /** Once all have entered: how many times as much the runs of each vary. */
  listUnsteady(): Map<Estimate, number>;
}

interface Spreads {
  p: number;
  ratio: number;
}

/** With fewer no order is rare enough among several series. */
const fewestPairs = 10;
/** Each run counts in two differences. */
const shared = 1.5;
/** For Student's t, which is the normal distribution then. */
const manyDegrees = 1e6;

function compareSpreads({ places, subject, worse }: Estimate): Spreads | undefined {
  if (Math.min(subject.before.length, subject.after.length) < fewestPairs) return undefined;
  const b = listDifferences(places.before, worse.margin);
  const a = listDifferences(places.after, worse.margin);
  const ratio = median(a) / median(b);
  if (!(ratio >= muchMore)) return undefined;
  let above = 0;
  for (const one of a) for (const other of b) above += (Math.sign(one - other) + 1) / 2;
  const all = a.length * b.length;
  const z = (above - all / 2) / Math.sqrt((shared * all * (a.length + b.length + 1)) / 12);
  return { p: upperTail(z, manyDegrees), ratio };
}

function listDifferences(places: readonly number[], least: number): number[] {
  const present = places.filter((place) => !Number.isNaN(place));
  return present.slice(1).map((x, i) => Math.max(Math.abs(x - (present[i] as number)), least));
}
