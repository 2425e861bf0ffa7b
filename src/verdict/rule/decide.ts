import type { State } from '../../contract/documents.ts';
import { findRejectionLimit } from '../../stats/control-discoveries.ts';
import { upperQuantile } from '../../stats/student-t.ts';
import { medianPastCut } from '../../stats/truncated-median.ts';
import { chooseRate, isMostlyRestless, type Looks } from './budget.ts';
import type { MachineChange } from '../machine/compare-canaries.ts';
import type { Estimate } from './estimate.ts';

/** One-sided confidence of the interval's ends. */
const confidence = 0.95;
/** How surely a change of the smallest visible size is seen. */
const power = 0.8;

/**
 * A series that could have missed a change of more limits than this, on the scale, is not cleared, however
 * well it did: docs/decisions/0170.
 */
const mostLimitsUnseen = 6;

export interface Decision {
  estimate: Estimate;
  state: State;
  /** The interval of the effect on the scale, two-sided 90%. */
  lower: number;
  upper: number;
  /** The smallest worsening on the scale that these runs would have shown. */
  smallestVisible: number;
  /** The smallest visible worsening is so many limits that nothing clears the series. */
  isBlind: boolean;
  /**
   * The effect without what was added by looking only at those past the limit; for regressed and improved series.
   */
  corrected: number | undefined;
  /** The change of the machine that may explain what was measured; then the state is undecided. */
  veto?: MachineChange;
}

/**
 * Prepares the decisions over all tested series at one look; then each can be decided by itself. Series that block and series that warn are two families, so that
 * no warning takes power from what blocks; improvements are a third.
 */
export function openDecisions(
  estimates: readonly Estimate[],
  looks: Looks,
): (estimate: Estimate) => Decision {
  const blocking = openFamily(estimates.filter(blocks), looks, 'pWorse');
  const warning = openFamily(
    estimates.filter((one) => !blocks(one)),
    looks,
    'pWorse',
  );
  const improving = openFamily(estimates, looks, 'pBetter');
  const t95 = rememberQuantile(1 - confidence);
  const tPower = rememberQuantile(1 - power);

  return (one) => {
    const { effect, furthest, standardError: se, df, worse, better, understated } = one;
    const family = blocks(one) ? blocking : warning;
    const reach = t95(df) * se;
    const isOpenForEver = one.doubt === 'restless' && looks.look === looks.looks;
    // What the estimate must reach. A rule that asks to be sure wants the whole interval past the limit.
    const ask = one.subject.threshold.certainty === 'sure' ? reach : 0;
    const visible = Math.max(
      worse.margin + (family.tLone(df) + tPower(df)) * se,
      worse.floor + ask + tPower(df) * se,
    );
    const isBlind = worse.floor > 0 && visible > mostLimitsUnseen * worse.floor;
    let state: State = 'undecided';
    if (one.pWorse <= family.limit && effect >= worse.floor + ask) {
      state = 'regressed';
    } else if (one.pBetter <= improving.limit && -effect >= better.floor + ask) {
      state = 'improved';
    } else if (
      (!understated && !isBlind && effect + reach < worse.floor) ||
      furthest < worse.floor
    ) {
      // Where even the worst run after is within the threshold of the best run before, no disturbance
      // can hide a regression: near-deterministic counts, whose few odd runs look like outliers.
      state = 'not-regressed';
    }
    const interval = { lower: effect - reach, upper: effect + reach };
    const smallestVisible = isOpenForEver ? Infinity : visible;
    const corrected = correct(one, state, ask, reach);
    return { estimate: one, state, ...interval, smallestVisible, isBlind, corrected };
  };
}

function correct(
  { effect, standardError, df, worse, better }: Estimate,
  state: State,
  ask: number,
  reach: number,
): number | undefined {
  if (state !== 'regressed' && state !== 'improved') return undefined;
  const size = Math.abs(effect);
  const { floor } = state === 'regressed' ? worse : better;
  const past = { cut: floor + ask, standardError, df, lowest: size - reach };
  return Math.sign(effect) * medianPastCut(size, past);
}

interface Family {
  /** Reject every p at or below it. */
  limit: number;
  /** The t that a lone rejection needs, by degrees of freedom. */
  tLone: (df: number) => number;
}

function openFamily(
  members: readonly Estimate[],
  looks: Looks,
  which: 'pWorse' | 'pBetter',
): Family {
  const q = chooseRate(looks, members.length, isMostlyRestless(members));
  const limit = findRejectionLimit(
    members.map((one) => one[which]),
    q,
  );
  return { limit, tLone: rememberQuantile(q / Math.max(members.length, 1)) };
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
