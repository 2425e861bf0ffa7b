import type { Aggregate } from '../../contract/documents.ts';

/** Pairs that one further look adds. */
const pairsPerLook = 5;

/** False discovery rate of one look; docs/decisions/0010 says how it was chosen. */
export const ratePerLook = 0.0125;

export interface Looks {
  /** Which look this is, from 1. */
  look: number;
  /** In all, from the plan. */
  looks: number;
  q: number;
}

/** Which look an aggregate is, told from its longest series, and what it may spend. */
export function planLooks({ plan, series }: Aggregate): Looks {
  const extra = (pairs: number) => Math.ceil(Math.max(0, pairs - plan.repeats) / pairsPerLook);
  const looks = 1 + extra(plan.maxRepeats);
  let longest = 0;
  for (const { before, after } of series) longest = Math.max(longest, before.length, after.length);
  return { look: Math.min(1 + extra(longest), looks), looks, q: ratePerLook };
}
