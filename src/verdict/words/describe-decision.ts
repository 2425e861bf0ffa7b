import { formatQuantity, shownUnit } from '../../contract/units.ts';
import type { Decision } from '../rule/decide.ts';
import type { Looks } from '../rule/budget.ts';
import { toChange } from '../rule/scale.ts';
import type { MachineChange } from '../machine/compare-canaries.ts';
import { describeChange as describeChangeOfMachine } from '../machine/watch-machine.ts';
import { describeAllowed } from './describe-threshold.ts';
import { sayChange, sayRange, sayShare, tenfold } from './say-change.ts';
import type { Samples } from '../../contract/documents.ts';
import type { Estimate } from '../rule/estimate.ts';

const strayWords = 'a repeat lies where the other side is, so either side may have two states';
const restlessWords =
  'in many series of this metric the repeats fall into two groups, so nothing is sure before ten of them';

/** The whole interval is on the better side, and rests on repeats that are in doubt. */
const betterWords = 'it looks better, but neither that nor the absence of a regression is certain';

const oneBuildWords =
  'on one side only one build has repeats that count, so nothing tells how far its builds differ';

/**
 * Why a tested series is in its state, in a sentence.
 * @param cause what the machine says of an undecided one
 */
export function describeDecision(decision: Decision, looks: Looks, cause?: string): string {
  const reasons = listReasons(decision, looks);
  if (cause !== undefined) reasons.push(cause);
  // Joined and not written as a template: a string of pieces takes three times the memory of a whole one.
  return reasons.join('; ');
}

function listReasons(decision: Decision, { look, looks }: Looks): string[] {
  const { estimate, state, veto } = decision;
  const { subject } = estimate;
  const allowed = describeAllowed(subject.threshold, subject.metric, estimate.baseBefore);
  const change = describeChange(decision);
  switch (state) {
    case 'regressed':
      return [
        describeChosen(decision),
        `${allowed} is allowed`,
        ...describeMeasured(decision),
        ...describeStraddle(decision),
      ];
    case 'improved':
      return [
        describeChosen(decision),
        `better by more than ${allowed}`,
        ...describeMeasured(decision),
      ];
    case 'not-regressed':
      return [change, `a change worse than the ${allowed} allowed can be ruled out`];
    default: {
      const more = describeMore(decision, look < looks);
      if (veto !== undefined) return [change, describeVeto(veto), more];
      const open = decision.upper < 0 ? [betterWords] : [];
      switch (estimate.doubt) {
        case 'disturbed':
          return [...open, describeDisturbed(estimate), more];
        case 'two-states':
          return [change, ...open, strayWords, more];
        case 'restless':
          return [change, ...open, restlessWords, more];
        case 'one-build':
          return [change, ...open, oneBuildWords, more];
        case undefined:
          return [change, describeDoubt(decision, allowed), more];
      }
    }
  }
}

function describeVeto(veto: MachineChange): string {
  return `the machine changed between the sides, and that may be all: ${describeChangeOfMachine(veto)} beside after than beside before`;
}

/** Beside an undecided series whose interval holds its limit too, this one would seem to contradict it. */
function describeStraddle({ estimate, lower }: Decision): string[] {
  const straddles = lower > 0 && lower < estimate.worse.floor;
  return straddles ? ['it is certainly worse, and the estimate is past the limit'] : [];
}

function describeMore({ estimate }: Decision, mayGoOn: boolean): string {
  if (estimate.subject.threshold.action === 'warn') {
    return 'more repeats are spent only on series that block';
  }
  return mayGoOn ? 'more repeats may decide' : 'no more repeats were allowed';
}

function describeDoubt(
  { estimate, lower, upper, smallestVisible, isBlind }: Decision,
  allowed: string,
): string {
  const limit = estimate.worse.floor;
  if (isBlind && upper < limit && estimate.baseBefore > 0) {
    const missed = toChange(estimate.scale, estimate.baseBefore, smallestVisible);
    const size = Math.abs(missed) > tenfold ? 'a tenfold change' : `${sayShare(missed)} worse`;
    return `too noisy to clear it: these repeats could have missed ${size}, and ${allowed} is allowed`;
  }
  if (lower > limit) {
    return `probably worse than the ${allowed} allowed, but not surely enough to call it a regression`;
  }
  if (estimate.subject.threshold.certainty === 'sure' && estimate.effect >= limit) {
    return `probably worse than the ${allowed} allowed, but its rule wants to be sure`;
  }
  return upper - lower < limit
    ? `too close to the ${allowed} allowed to tell on which side it is`
    : `too noisy to tell whether it is worse than the ${allowed} allowed`;
}

/** "8.1% to 16.7% more than before": the estimate was chosen, since it is past the limit, and would mislead. */
function describeChosen(decision: Decision): string {
  const { estimate, lower, upper } = decision;
  const { baseBefore, scale } = estimate;
  if (baseBefore <= 0) return describeChange(decision);
  const range = sayRange(toChange(scale, baseBefore, lower), toChange(scale, baseBefore, upper));
  return `${range} ${range.includes('as much') ? 'as' : 'than'} before`;
}

/** "measured 5.6%, and 4.6% is more likely: ..."; the second part where it differs. */
function describeMeasured({ estimate, corrected }: Decision): string[] {
  const { baseBefore, scale, effect } = estimate;
  if (baseBefore <= 0 || corrected === undefined) return [];
  const measured = sayChange(toChange(scale, baseBefore, effect));
  const likely = sayChange(toChange(scale, baseBefore, corrected));
  if (likely === measured) return [`measured ${measured}`];
  return [`measured ${measured}; since only what is past the limit counts, ${likely} is likelier`];
}

/** "12.3% more than before (8.1% to 16.7% more)"; in values where before is zero. */
function describeChange({ estimate, lower, upper }: Decision): string {
  const { baseBefore, baseAfter, scale, effect, subject } = estimate;
  if (baseBefore <= 0) {
    const unit = shownUnit(subject.metric);
    return `${formatQuantity(baseBefore, unit)} before, about ${formatQuantity(baseAfter, unit)} after`;
  }
  const change = toChange(scale, baseBefore, effect);
  const word = change >= 9 ? 'as' : 'than';
  const range = sayRange(toChange(scale, baseBefore, lower), toChange(scale, baseBefore, upper));
  return `${sayChange(change)} ${word} before (${range})`;
}

/** What was seen in the repeats that makes it doubtful which of them are the disturbed ones. */
function describeDisturbed(estimate: Estimate): string {
  const { subject, rejectedBefore, rejectedAfter, baseBefore, baseAfter } = estimate;
  if (estimate.method === 'paired-t') {
    const pairs = rejectedBefore.length;
    return `${pairs} pairs differ far more than the rest, too many to tell which are the disturbed ones`;
  }
  const { series, metric } = subject;
  const sign = metric.direction === 'lower' ? 1 : -1;
  const countBetter = (samples: Samples, rejected: readonly number[], base: number): number =>
    rejected.filter((repeat) => sign * ((samples[repeat] ?? base) - base) < 0).length;
  const better =
    countBetter(series.before, rejectedBefore, baseBefore) +
    countBetter(series.after, rejectedAfter, baseAfter);
  if (better === 0) {
    const far = rejectedBefore.length + rejectedAfter.length;
    return `${far} repeats lie far from the rest, too many to tell which are the disturbed ones`;
  }
  const many = better === 1 ? 'one repeat was' : `${better} repeats were`;
  if (metric.name === 'latency') {
    return `${many} much faster than the rest, so the slow ones may be the disturbed ones`;
  }
  const size = metric.direction === 'lower' ? 'lower' : 'higher';
  return `${many} much ${size} than the rest, so the others may be the disturbed ones`;
}
