import type { Aggregate } from '../../contract/documents.ts';

/** Pairs that one further look adds. */
const pairsPerLook = 5;

/** With fewer repeats than this a whole side can be disturbed, or in one of two states, by chance. */
export const enoughRepeats = 10;
/** False discovery rates of one look, chosen by measurement: docs/decisions/0010 and 0167. */
const rateOfFewRepeats = 0.0025;
const rateOfSmallBuild = 0.004;
const rateOfLargeBuild = 0.01;
/** Series in the family up to which a build is small, and from which it is large. */
const smallBuild = 50;
const largeBuild = 200;
/** Looks with enough repeats that the rates are meant for; more of them share the same sum. */
const plannedLooks = 3;

export interface Looks {
  /** Which look this is, from 1. */
  look: number;
  /** In all, from the plan. */
  looks: number;
  /** Repeats of the longest series. */
  repeats: number;
}

/** Which look an aggregate is, inferred from its longest series. */
export function planLooks({ plan, series }: Aggregate): Looks {
  const extra = (pairs: number) => Math.ceil(Math.max(0, pairs - plan.repeats) / pairsPerLook);
  const looks = 1 + extra(plan.maxRepeats);
  let repeats = 0;
  for (const { before, after } of series) repeats = Math.max(repeats, before.length, after.length);
  return { look: Math.min(1 + extra(repeats), looks), looks, repeats };
}

/** Whether most of a family have runs in groups: the rates for large builds are not meant for those. */
export function isMostlyRestless(family: readonly { isRestless: boolean }[]): boolean {
  return 2 * family.filter(({ isRestless }) => isRestless).length > family.length;
}

/**
 * The false discovery rate that a family may spend at a look. In a large family the smallest p has to be so
 * small that only a disturbed side gets there; in a small one ordinary noise does, so less may be spent.
 * @param tested series in the family
 */
export function chooseRate({ looks, repeats }: Looks, tested: number, isRestless = false): number {
  const largeness = Math.log(tested / smallBuild) / Math.log(largeBuild / smallBuild);
  const share = isRestless ? 0 : Math.min(1, Math.max(0, largeness));
  const isFew = repeats < enoughRepeats;
  const least = isFew ? rateOfFewRepeats : rateOfSmallBuild;
  const rate = least + share * (rateOfLargeBuild - least);
  if (isFew) return rate;
  return rate * Math.min(1, plannedLooks / Math.max(1, looks - 1));
}
