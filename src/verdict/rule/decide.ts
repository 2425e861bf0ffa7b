import type { State } from '../../contract/documents.ts';
import { findRejectionLimit } from '../../stats/control-discoveries.ts';
import { upperQuantile } from '../../stats/student-t.ts';
import type { Estimate } from './estimate.ts';

/** One-sided confidence of the interval's ends. */
const confidence = 0.95;
/** How surely a change of the smallest visible size is seen. */
const power = 0.8;

export interface Decision {
  estimate: Estimate;
  state: State;
  /** The interval of the effect on the scale, two-sided 90%. */
  lower: number;
  upper: number;
  /** The smallest worsening on the scale that these runs would have shown. */
  smallestVisible: number;
}

/**
 * Decides all tested series at one look. Series that block and series that warn are two families, so that
 * no warning takes power from what blocks; improvements are a third.
 */
export function decide(estimates: readonly Estimate[], q: number): Decision[] {
  const blocking = estimates.filter(blocks);
  const warning = estimates.filter((one) => !blocks(one));
  const limitBlocking = findRejectionLimit(
    blocking.map((one) => one.pWorse),
    q,
  );
  const limitWarning = findRejectionLimit(
    warning.map((one) => one.pWorse),
    q,
  );
  const limitBetter = findRejectionLimit(
    estimates.map((one) => one.pBetter),
    q,
  );
  const t95 = rememberQuantile(1 - confidence);
  const tPower = rememberQuantile(1 - power);
  const tBlocking = rememberQuantile(q / Math.max(blocking.length, 1));
  const tWarning = rememberQuantile(q / Math.max(warning.length, 1));

  return estimates.map((one) => {
    const { effect, standardError: se, df, worse, better, disturbed } = one;
    const isBlocking = blocks(one);
    const reach = t95(df) * se;
    let state: State = 'undecided';
    if (one.pWorse <= (isBlocking ? limitBlocking : limitWarning) && effect >= worse.floor) {
      state = 'regressed';
    } else if (one.pBetter <= limitBetter && -effect >= better.floor) {
      state = 'improved';
    } else if (!disturbed && effect + reach < worse.floor) {
      state = 'not-regressed';
    }
    const needed = (isBlocking ? tBlocking : tWarning)(df);
    const smallestVisible = Math.max(
      worse.margin + (needed + tPower(df)) * se,
      worse.floor + tPower(df) * se,
    );
    return { estimate: one, state, lower: effect - reach, upper: effect + reach, smallestVisible };
  });
}

function blocks(estimate: Estimate): boolean {
  return estimate.subject.threshold.action === 'block';
}

/** The upper quantile by degrees of freedom; a build has only a few different ones. */
function rememberQuantile(tail: number): (df: number) => number {
  const known = new Map<number, number>();
  return (df) => {
    let t = known.get(df);
    if (t === undefined) {
      t = upperQuantile(tail, df);
      known.set(df, t);
    }
    return t;
  };
}
