import type { Suite } from '../contract/suite.ts';

/** How much is measured, and what of it may be set aside. */
export type PlanNumbers = Pick<
  Suite,
  'repeats' | 'maxRepeats' | 'warmup' | 'builds' | 'outliersPerFive'
>;

/**
 * The numbers that count for a change: it may ask for more repeats than before, and not for fewer, since with
 * two pairs nothing can be decided. What may be set aside belongs to the judging: of before, like thresholds.
 * @param old before the change
 */
export function keepPlan(old: PlanNumbers, suite: PlanNumbers): PlanNumbers {
  return {
    repeats: Math.max(old.repeats, suite.repeats),
    maxRepeats: Math.max(old.maxRepeats, suite.maxRepeats),
    warmup: Math.max(old.warmup, suite.warmup),
    builds: Math.max(old.builds, suite.builds),
    outliersPerFive: old.outliersPerFive,
  };
}
