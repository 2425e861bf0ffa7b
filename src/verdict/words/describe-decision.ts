import { formatQuantity } from '../../contract/units.ts';
import type { Decision } from '../rule/decide.ts';
import type { Looks } from '../rule/budget.ts';
import { toChange } from '../rule/scale.ts';
import { describeAllowed } from './describe-threshold.ts';
import { sayChange, sayShare } from './say-change.ts';

/** Why a tested series is in its state, in a sentence. */
export function describeDecision(decision: Decision, { look, looks }: Looks): string {
  const { estimate, state } = decision;
  const { subject } = estimate;
  const allowed = describeAllowed(subject.threshold, subject.metric, estimate.baseBefore);
  const change = describeChange(decision);
  switch (state) {
    case 'regressed':
      return `${change}; worse by more than the ${allowed} allowed`;
    case 'improved':
      return `${change}; better by more than ${allowed}`;
    case 'not-regressed':
      return `${change}; a change worse than the ${allowed} allowed can be ruled out`;
    default: {
      const more = look < looks ? 'more repeats may decide' : 'no more repeats were allowed';
      if (estimate.disturbed) return `too many repeats were disturbed to compare; ${more}`;
      const doubt =
        decision.lower > estimate.worse.floor
          ? `probably worse than the ${allowed} allowed, but not surely enough to call it a regression`
          : `too noisy to tell whether it is worse than the ${allowed} allowed`;
      return `${change}; ${doubt}; ${more}`;
    }
  }
}

/** "12.3% more than before (8.1% to 16.7% more)"; in values where before is zero. */
function describeChange({ estimate, lower, upper }: Decision): string {
  const { baseBefore, baseAfter, scale, effect, subject } = estimate;
  if (baseBefore <= 0) {
    const unit = subject.metric.unit;
    return `${formatQuantity(baseBefore, unit)} before, about ${formatQuantity(baseAfter, unit)} after`;
  }
  const ends = [lower, upper].map((end) => toChange(scale, baseBefore, end)).sort((a, b) => a - b);
  const [low, high] = ends as [number, number];
  const change = toChange(scale, baseBefore, effect);
  const word = change >= 9 ? 'as' : 'than';
  return `${sayChange(change)} ${word} before (${describeRange(low, high)})`;
}

function describeRange(low: number, high: number): string {
  if (low < 0 && high > 0) return `between ${sayChange(low)} and ${sayChange(high)}`;
  if (high >= 9) return `${sayChange(low)}, to ${sayChange(high)}`;
  const [near, far] = low < 0 ? [high, low] : [low, high];
  return `${sayShare(near)} to ${sayChange(far)}`;
}
