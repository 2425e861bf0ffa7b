import { findRejectionLimit } from '../../stats/control-discoveries.ts';
import { median } from '../../stats/median.ts';
import { upperTail } from '../../stats/student-t.ts';
import type { Estimate } from './estimate.ts';
import { type Scale, toScale } from './scale.ts';

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
export function findUnsteady(estimates: readonly Estimate[]): Map<Estimate, number> {
  const members = estimates.filter(({ subject }) => subject.threshold.action === 'block');
  const spreads = members.map(compareSpreads);
  const limit = findRejectionLimit(
    spreads.map(({ p }) => p),
    warningShare,
  );
  return new Map(
    members.flatMap((one, i) => {
      const { p, ratio } = spreads[i] as Spreads;
      return p <= limit ? [[one, ratio]] : [];
    }),
  );
}

interface Spreads {
  p: number;
  ratio: number;
}

const unknown: Spreads = { p: 1, ratio: 1 };
/** Of fewer no order is rare enough among several series. */
const fewestPairs = 10;
/** Each run counts in two differences. */
const shared = 1.5;
/** Of Student's t, which is the normal distribution then. */
const manyDegrees = 1e6;

function compareSpreads({ scale, subject: { after, before }, worse }: Estimate): Spreads {
  if (Math.min(before.length, after.length) < fewestPairs) return unknown;
  const b = listDifferences(before, scale, worse.margin);
  const a = listDifferences(after, scale, worse.margin);
  const ratio = median(a) / median(b);
  if (!(ratio >= muchMore)) return unknown;
  let above = 0;
  for (const one of a) for (const other of b) above += (Math.sign(one - other) + 1) / 2;
  const all = a.length * b.length;
  const z = (above - all / 2) / Math.sqrt((shared * all * (a.length + b.length + 1)) / 12);
  return { p: upperTail(z, manyDegrees), ratio };
}

function listDifferences(values: readonly number[], scale: Scale, least: number): number[] {
  const places = values.map((value) => toScale(scale, value));
  return places.slice(1).map((x, i) => Math.max(Math.abs(x - (places[i] as number)), least));
}
