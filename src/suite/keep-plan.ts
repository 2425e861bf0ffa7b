import type { Suite } from '../contract/suite.ts';

/** How much is measured, and what of it may be set aside. */
export type PlanNumbers = Pick<
  Suite,
  'repeats' | 'maxRepeats' | 'timeNs' | 'isUsualTime' | 'warmup' | 'builds' | 'outliersPerFive'
>;

/**
 * The numbers that count for a change: it may ask for more repeats than before, and not for fewer, since with
 * two pairs nothing can be decided. What may be set aside belongs to the judging: of before, like thresholds.
 * @param old before the change
 */
export function keepPlan(old: PlanNumbers, suite: PlanNumbers): PlanNumbers {
  const repeats = Math.max(old.repeats, suite.repeats);
  return {
    repeats,
    ...keepLimits(old, suite, repeats),
    warmup: Math.max(old.warmup, suite.warmup),
    builds: Math.max(old.builds, suite.builds),
    outliersPerFive: old.outliersPerFive,
  };
}

type Limits = Pick<PlanNumbers, 'maxRepeats' | 'timeNs' | 'isUsualTime'>;

/** Whether time limits the pairs is as before the change: with the pairs of the one and the time of the other a run could last for hours. */
function keepLimits(old: PlanNumbers, suite: PlanNumbers, repeats: number): Limits {
  const isOtherKind = (old.timeNs === undefined) !== (suite.timeNs === undefined);
  const asked = isOtherKind ? repeats : suite.maxRepeats;
  const { isUsualTime, timeNs } =
    !isOtherKind && (suite.timeNs ?? 0) > (old.timeNs ?? 0) ? suite : old;
  return {
    maxRepeats: Math.max(old.maxRepeats, asked),
    timeNs,
    isUsualTime,
  };
}
