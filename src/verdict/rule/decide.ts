import type { State } from '../../contract/documents.ts';
import { findRejectionLimit } from '../../stats/control-discoveries.ts';
import { upperQuantile } from '../../stats/student-t.ts';
import { medianPastCut } from '../../stats/truncated-median.ts';
import type { MachineChange } from '../machine/compare-canaries.ts';
import type { Change, Estimate, LookedAt } from './estimate.ts';
import { redShare, type Look } from './plan-looks.ts';
import { limitOnScale } from './scale.ts';

/** One-sided confidence of the interval's ends. */
const confidence = 0.95;
/** How surely a change of the smallest visible size is seen. */
const power = 0.8;
/** Share of clean builds in which a series may point past its threshold and wait for a second look. */
const suspectedShare = 0.05;
/** Thresholds that a change may be large and still be missed, where the suite does not say. */
const thresholdsToSee = 2;

export interface Decision {
  estimate: Estimate;
  state: State;
  /** The change that the state rests on: of all pairs, or of the look that turned red. */
  change: Change;
  /** The interval of the effect on the scale, two-sided 90%. */
  lower: number;
  upper: number;
  /** The smallest worsening on the scale that these runs would have shown. */
  smallestVisible: number;
  /** Whether that is as small as the suite asks for. */
  isSeen: boolean;
  /**
   * The effect without what was added by looking only at those past the limit; for regressed and improved series.
   */
  corrected: number | undefined;
  /** The change of the machine that may explain what was measured; then the state is undecided. */
  veto?: MachineChange;
}

/**
 * Prepares the decisions over all tested series; then each can be decided by itself. Series that block and series
 * that warn are two families, so that no warning takes power from what blocks; improvements are a third.
 */
export function openDecisions(
  estimates: readonly Estimate[],
  looks: readonly Look[],
): (estimate: Estimate) => Decision {
  const blocking = openFamily(estimates.filter(blocks), 'pWorse', looks);
  const warning = openFamily(
    estimates.filter((one) => !blocks(one)),
    'pWorse',
    looks,
  );
  const improving = openFamily(estimates, 'pBetter', looks);
  const t95 = rememberQuantile(1 - confidence);
  const tPower = rememberQuantile(1 - power);

  return (one) => {
    const family = blocks(one) ? blocking : warning;
    const { worse, better } = one;
    const { certainty } = one.subject.threshold;
    // A rule that asks to be sure wants the whole interval past the limit.
    const ask = ({ df, standardError }: Change): number =>
      certainty === 'sure' ? t95(df) * standardError : 0;
    const red = one.looks.findLast(
      (look) =>
        family.rejects(look) && look.isMostlyWorse && look.effect >= worse.floor + ask(look),
    );
    const gain = one.looks.findLast(
      (look) =>
        improving.rejects(look) && look.isMostlyBetter && -look.effect >= better.floor + ask(look),
    );
    const isSuspected = one.pWorse <= family.suspectedLimit && one.effect >= worse.floor;
    // Of several builds a side only one has runs.
    const isOpen = isSuspected || one.standardError === Infinity;
    const state = chooseState(red, gain, isOpen);
    const change = red ?? gain ?? one;
    const reach = t95(change.df) * change.standardError;
    const visible = Math.max(
      worse.margin + (family.tLone(one) + tPower(one.df)) * one.standardError,
      worse.floor + ask(one) + tPower(one.df) * one.errorOfRuns,
    );
    const corrected =
      (red ?? gain)
        ? correct(change, red ? worse.floor : better.floor, ask(change), reach)
        : undefined;
    return {
      estimate: one,
      state,
      change,
      lower: change.effect - reach,
      upper: change.effect + reach,
      smallestVisible: visible,
      isSeen: visible <= toSee(one),
      corrected,
    };
  };
}

/** What a rule says is a share of the value before, as its threshold is. */
function toSee({ baseBefore, scale, subject: { threshold }, worse }: Estimate): number {
  return threshold.see === undefined
    ? thresholdsToSee * worse.floor
    : limitOnScale(scale, { ...threshold, relative: threshold.see }, baseBefore).floor;
}

function chooseState(
  red: LookedAt | undefined,
  gain: LookedAt | undefined,
  isOpen: boolean,
): State {
  if (red !== undefined) return 'regressed';
  if (gain !== undefined) return 'improved';
  return isOpen ? 'undecided' : 'not-regressed';
}

function correct(
  { effect, standardError, df }: Change,
  floor: number,
  ask: number,
  reach: number,
): number {
  const size = Math.abs(effect);
  const past = { cut: floor + ask, standardError, df, lowest: size - reach };
  return Math.sign(effect) * medianPastCut(size, past);
}

interface Family {
  /** Whether a look is beyond chance among all series of the family. */
  rejects(look: LookedAt): boolean;
  /** Every p of all pairs at or below it points to something. */
  suspectedLimit: number;
  /** The t that a lone rejection needs at the last look that its pairs have reached. */
  tLone(one: Estimate): number;
}

/**
 * The looks share what may be spent: each p is divided by the weight of its look, and the smallest of a series
 * stands for it. Over a family Benjamini and Hochberg's rule holds.
 */
function openFamily(
  members: readonly Estimate[],
  which: 'pWorse' | 'pBetter',
  looks: readonly Look[],
): Family {
  const spent = (look: LookedAt): number => look[which] / look.weight;
  const smallest = members.map((one) => Math.min(1, ...one.looks.map(spent)));
  const limit = findRejectionLimit(smallest, redShare);
  const suspectedLimit = findRejectionLimit(
    members.map((one) => one[which]),
    suspectedShare,
  );
  const count = Math.max(members.length, 1);
  const quantiles = new Map(
    looks.map(({ weight }) => [weight, rememberQuantile((redShare * weight) / count)]),
  );
  const [first] = looks;
  return {
    rejects: (look) => spent(look) <= limit,
    suspectedLimit,
    tLone: ({ df, looks: reached }) => {
      const weight = reached.at(-1)?.weight ?? first?.weight ?? 1;
      return (quantiles.get(weight) ?? rememberQuantile(redShare / count))(df);
    },
  };
}

function blocks(estimate: Estimate): boolean {
  return estimate.subject.threshold.action === 'block';
}

/** Degrees of freedom are fractions; a step of 0.35% changes no figure that is shown. */
const stepsOfTwofold = 200;

/** The upper quantile by degrees of freedom, of which a large build has some hundreds. */
function rememberQuantile(tail: number): (df: number) => number {
  const known = new Map<number, number>();
  return (df) => {
    const step = Math.round(stepsOfTwofold * Math.log2(df));
    let t = known.get(step);
    if (t === undefined) {
      t = upperQuantile(tail, 2 ** (step / stepsOfTwofold));
      known.set(step, t);
    }
    return t;
  };
}
