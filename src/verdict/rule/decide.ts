import type { State } from '../../contract/documents.ts';
import { findRejectionLimit } from '../../stats/control-discoveries.ts';
import { signTail } from '../../stats/sign-test.ts';
import { endConfidence, upperQuantile } from '../../stats/student-t.ts';
import { medianPastCut } from '../../stats/truncated-median.ts';
import type { MachineChange } from '../machine/compare-canaries.ts';
import type { Change, Estimate, LookedAt } from './estimate.ts';
import { listPairs, redShare, type Look } from './plan-looks.ts';
import { limitOnScale } from './scale.ts';

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
  /** What the suite asks for: it is seen where that is as small. */
  toSee: number;
  /**
   * The effect without what was added by looking only at those past the limit; for regressed and improved series.
   */
  corrected: number | undefined;
  /** The change of the machine that may explain what was measured: a regression is undecided, and of others less is seen. */
  veto: MachineChange | undefined;
  /** What a suspected series lacks to be red. */
  lack?: Lack;
}

export interface Lack {
  /** Those that share what may be spent on false alarms with it. */
  series: number;
  pairs: number;
  /** So many would probably turn it red if its change is as large as it looks; absent where even the most would not. */
  enough?: number;
}

/** The decisions over the series of a group, each of which is measured once. */
export interface Decisions {
  /**
   * Takes a series into its families. Nearly all series are far from every limit.
   * @returns the decision where no other series can change it; else it has to be asked for once all have entered
   */
  enter(estimate: Estimate): Decision | undefined;
  decide(estimate: Estimate): Decision;
}

/**
 * Series that block and series that warn are two families, so that no warning takes power from what blocks;
 * improvements are a third.
 */
export function openDecisions(
  looks: readonly Look[],
  counts: { blocking: number; warning: number },
): Decisions {
  const blocking = openFamily('worse', looks, counts.blocking);
  const warning = openFamily('worse', looks, counts.warning);
  const improving = openFamily('better', looks, counts.blocking + counts.warning);
  const t95 = rememberQuantile(1 - endConfidence);
  const tPower = rememberQuantile(1 - power);
  const familyOf = ({ subject }: Estimate): Family =>
    subject.threshold.action === 'block' ? blocking : warning;
  // A rule that asks to be sure wants the whole interval past the limit.
  const ask = ({ subject }: Estimate, { df, standardError }: Change): number =>
    subject.threshold.certainty === 'sure' ? t95(df) * standardError : 0;

  const conclude = (one: Estimate, state: State, change: Change, corrected?: number): Decision => {
    const { worse } = one;
    const reach = t95(change.df) * change.standardError;
    const visible = Math.max(
      worse.margin + (familyOf(one).tLone(one) + tPower(one.df)) * one.standardError,
      worse.floor + ask(one, one) + tPower(one.df) * one.errorOfRuns,
    );
    return {
      estimate: one,
      state,
      change,
      lower: change.effect - reach,
      upper: change.effect + reach,
      smallestVisible: visible,
      toSee: toSee(one),
      corrected,
      veto: undefined,
    };
  };

  const findLack = (one: Estimate): Lack => {
    const { before, after } = one.places;
    const pairs = before.filter((place, at) => !Number.isNaN(place - (after[at] ?? NaN))).length;
    const enough = listPairs(counts.blocking).find((more) => {
      // More pairs tell nothing more of how builds differ.
      const df = one.builds === undefined ? (one.df * more) / pairs : one.df;
      const ofRuns = one.errorOfRuns ** 2;
      const standardError = Math.sqrt(one.standardError ** 2 - ofRuns + (ofRuns * pairs) / more);
      const t = familyOf(one).tLone({ ...one, df }) + tPower(df);
      const least = one.worse.floor + ask(one, { ...one, df, standardError });
      return more > pairs && one.effect >= Math.max(one.worse.margin + t * standardError, least);
    });
    return { series: familyOf(one).members, pairs, ...(enough === undefined ? {} : { enough }) };
  };

  return {
    enter(one) {
      const mayBeWorse = familyOf(one).enter(one);
      const mayBeBetter = improving.enter(one);
      // Among several builds a side only one may have runs.
      const isOpen = mayBeWorse || mayBeBetter || one.standardError === Infinity;
      return isOpen ? undefined : conclude(one, 'not-regressed', one);
    },
    decide(one) {
      const { worse, better } = one;
      const family = familyOf(one);
      const red = one.looks.findLast(
        (look) => family.rejects(look) && look.effect >= worse.floor + ask(one, look),
      );
      const gain = one.looks.findLast(
        (look) => improving.rejects(look) && -look.effect >= better.floor + ask(one, look),
      );
      const chosen = red ?? gain;
      if (chosen !== undefined) {
        const { floor } = red === undefined ? better : worse;
        const state = red === undefined ? 'improved' : 'regressed';
        const reach = t95(chosen.df) * chosen.standardError;
        const corrected = correct(chosen, floor + ask(one, chosen), reach);
        return conclude(one, state, chosen, corrected);
      }
      const isSuspected = family.suspects(one) && one.effect >= worse.floor;
      if (one.standardError === Infinity) return conclude(one, 'undecided', one);
      if (!isSuspected) return conclude(one, 'not-regressed', one);
      return { ...conclude(one, 'undecided', one), lack: findLack(one) };
    },
  };
}

/** A rule says a share of the value before, as its threshold does. */
function toSee({ baseBefore, scale, subject: { threshold }, worse }: Estimate): number {
  return threshold.see === undefined
    ? thresholdsToSee * worse.floor
    : limitOnScale(scale, { ...threshold, relative: threshold.see }, baseBefore).floor;
}

function correct({ effect, standardError, df }: Change, cut: number, reach: number): number {
  const size = Math.abs(effect);
  return Math.sign(effect) * medianPastCut(size, { cut, standardError, df, lowest: size - reach });
}

interface Family {
  members: number;
  /** Whether it may be rejected or suspected, whatever the others say. */
  enter(one: Estimate): boolean;
  /** Whether a look is beyond chance among all series of the family. Once all have entered. */
  rejects(look: LookedAt): boolean;
  /** Whether all pairs point to something. Once all have entered. */
  suspects(one: Estimate): boolean;
  /** The t that a lone rejection needs at the last look that its pairs have reached. */
  tLone(one: Estimate): number;
}

/** For the sign test, which a few pairs that differ much do not pass. */
const signLevel = 0.05;

/**
 * The looks share what may be spent: each p is divided by the weight of its look, and the smallest of a series
 * stands for it. Over a family Benjamini and Hochberg's rule holds.
 */
function openFamily(way: 'worse' | 'better', looks: readonly Look[], members: number): Family {
  const [which, counted] =
    way === 'worse' ? (['pWorse', 'pairsWorse'] as const) : (['pBetter', 'pairsBetter'] as const);
  const weigh = (look: LookedAt): number => {
    const p = look[which] / look.weight;
    return p <= redShare && signTail(look[counted], look.pairs) <= signLevel ? p : 1;
  };
  const spent: number[] = [];
  const pointing: number[] = [];
  let limits: { red: number; suspected: number } | undefined;
  const findLimits = () =>
    (limits ??= {
      red: findRejectionLimit(spent, redShare, members),
      suspected: findRejectionLimit(pointing, suspectedShare, members),
    });
  const count = Math.max(members, 1);
  const quantiles = looks.map(({ weight }) => rememberQuantile((redShare * weight) / count));
  const beforeLooks = rememberQuantile((redShare * (looks[0]?.weight ?? 1)) / count);
  return {
    members,
    enter(one) {
      const isPointing = one[which] <= suspectedShare;
      if (isPointing) pointing.push(one[which]);
      let least = 1;
      for (const look of one.looks) least = Math.min(least, weigh(look));
      if (least <= redShare) spent.push(least);
      return isPointing || least <= redShare;
    },
    rejects: (look) => weigh(look) <= findLimits().red,
    suspects: (one) => one[which] <= findLimits().suspected,
    tLone: ({ df, looks: reached }) => {
      const last = reached.at(-1)?.weight;
      const index = looks.findLastIndex(({ weight }) => weight === last);
      return (quantiles[index] ?? beforeLooks)(df);
    },
  };
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
