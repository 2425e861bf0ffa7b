import type { Evidence, Interval, SeriesVerdict, SideSamples } from '../contract/documents.ts';
import { intervalConfidence } from '../stats/student-t.ts';
import type { Decision } from './rule/decide.ts';
import { levelAfter } from './rule/estimate.ts';
import { toChange } from './rule/scale.ts';
import { compareCounts } from './rule/settle-counts.ts';
import { countPairs, fewestRepeats } from './rule/settle.ts';
import type { Subject, Settled } from './rule/subject.ts';
import type { DescribeCause } from './words/describe-cause.ts';
import { describeCounts } from './words/describe-counts.ts';
import { describeDecision } from './words/describe-decision.ts';
import { formatQuantity, shownUnit } from '../contract/units.ts';
import { describeAllowed, describeBetter } from './words/describe-threshold.ts';
import { formatChangeInWords } from './words/format-change.ts';

export function reportSettled(settled: Settled): SeriesVerdict {
  const { subject, state, why } = settled;
  const before = meanOf(subject.before);
  const after = meanOf(subject.after);
  const isExact = why === 'exact' || why === 'counts';
  const evidence: Evidence = { method: isExact ? 'exact' : 'none' };
  if (before !== undefined && after !== undefined) {
    if (before > 0) evidence.change = after / before - 1;
    evidence.changeAbsolute = after - before;
  }
  if (why === 'too-few') evidence.needsRepeats = fewestRepeats;
  if (why === 'counts' || why === 'counts-near') {
    evidence.smallestVisible = compareCounts(subject)?.visible;
  }
  return report(subject, state, {
    reason: describeSettled(settled),
    seen: undefined,
    evidence,
    before: describeSide(subject.series.before, [], before),
    after: describeSide(subject.series.after, [], after),
  });
}

/** @param unsteady how many times as much its runs vary after, where that is much more */
export function reportDecision(
  decision: Decision,
  causeOf: DescribeCause,
  unsteady?: number,
): SeriesVerdict {
  const { change, estimate, smallestVisible, state, toSee } = decision;
  const { subject } = estimate;
  const isCalm = state === 'not-regressed';
  const isSeen = smallestVisible <= toSee;
  const cause = state === 'undecided' || (isCalm && !isSeen) ? causeOf(subject.series) : undefined;
  return report(subject, state, {
    reason: describeDecision(decision, cause, unsteady),
    seen: isCalm ? isSeen : undefined,
    evidence: collectEvidence(decision),
    before: describeSide(subject.series.before, estimate.rejectedBefore, estimate.baseBefore),
    after: describeSide(subject.series.after, estimate.rejectedAfter, levelAfter(estimate, change)),
  });
}

/** A build may have a million of these: all fields are there at once, in the order in which they are written. */
function collectEvidence(decision: Decision): Evidence {
  const { change, estimate, corrected, veto } = decision;
  const { scale, baseBefore } = estimate;
  const isRatio = baseBefore > 0;
  const ratioOf = (distance: number): number => toChange(scale, baseBefore, distance);
  const visible = isRatio ? Math.abs(ratioOf(decision.smallestVisible)) : Infinity;
  return {
    builds: estimate.builds,
    change: isRatio ? ratioOf(change.effect) : undefined,
    changeAbsolute: levelAfter(estimate, change) - baseBefore,
    corrected: isRatio && corrected !== undefined ? ratioOf(corrected) : undefined,
    degreesOfFreedom: change.df,
    interval: isRatio
      ? describeInterval(ratioOf(decision.lower), ratioOf(decision.upper))
      : undefined,
    method: 'trimmed-t',
    p: change.pWorse,
    scaled: scaleEvidence(decision),
    smallestVisible: Number.isFinite(visible) ? visible : undefined,
    veto: veto === undefined ? undefined : { canary: veto.canary, change: Math.expm1(veto.change) },
  };
}

function describeInterval(one: number, other: number): Interval {
  const [lower, upper] = [Math.min(one, other), Math.max(one, other)];
  return {
    confidence: intervalConfidence,
    lower: Number.isFinite(lower) ? lower : undefined,
    upper: Number.isFinite(upper) ? upper : undefined,
  };
}

/** Nothing where a limit is out of reach, or no error is known. */
function scaleEvidence({ change, estimate: { scale, worse } }: Decision): Evidence['scaled'] {
  const { effect, standardError } = change;
  const { floor: limit, margin } = worse;
  if (!Number.isFinite(standardError + limit + margin)) return undefined;
  const { offset } = scale;
  return { effect, limit, margin, offset: offset > 0 ? offset : undefined, standardError };
}

function report(
  { series, threshold }: Subject,
  state: SeriesVerdict['state'],
  said: Pick<SeriesVerdict, 'reason' | 'seen' | 'evidence' | 'before' | 'after'>,
): SeriesVerdict {
  return {
    after: said.after,
    annotations: series.annotations,
    before: said.before,
    blocking: state === 'regressed' && threshold.action === 'block',
    evidence: said.evidence,
    metric: series.metric,
    platform: series.platform,
    reason: said.reason,
    seen: said.seen,
    span: series.span,
    state,
    test: series.test,
    threshold,
  };
}

function describeSide(
  values: SideSamples['values'],
  rejected: number[],
  location: number | undefined,
): SideSamples {
  return { location, rejected, values };
}

function meanOf(values: readonly number[]): number | undefined {
  if (values.length === 0) return undefined;
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Why a series that needed no test is in its state, in a sentence; nothing of what is the same on both sides. */
function describeSettled(settled: Settled): string | undefined {
  const { subject, state, why } = settled;
  switch (why) {
    case 'alone':
      return 'measured only: there is no baseline to compare with';
    case 'no-values':
      return 'neither side has a value';
    case 'before-missing':
      return 'new: before has no value to compare with';
    case 'before-never-passed':
      return 'nothing to compare with: its test is planned before the change too and never passed there';
    case 'before-lost':
      return 'nothing to compare with: before ran and left no value of this metric';
    case 'after-missing':
      return 'vanished: before has values and after has none';
    case 'too-few': {
      return `needs at least ${fewestRepeats} pairs with a value on both sides, has ${countPairs(subject)}`;
    }
    case 'below-absolute':
      return undefined;
    case 'counts':
    case 'counts-near':
    case 'counts-differ':
    case 'counted-once':
      return describeCounts(settled);
    case 'exact':
      return describeExact(subject, state);
  }
}

function describeExact(subject: Settled['subject'], state: Settled['state']) {
  const from = subject.before[0] as number;
  const to = subject.after[0] as number;
  if (from === to) return undefined;
  const unit = shownUnit(subject.metric);
  const allowed = describeAllowed(subject.threshold, subject.metric, from);
  const change = from === 0 ? '' : `, ${formatChangeInWords(to / from - 1)}`;
  const values = `exactly ${formatQuantity(from, unit)} in every repeat before and ${formatQuantity(to, unit)} after${change}`;
  if (state === 'regressed') return `${values}; worse by more than the ${allowed} allowed`;
  if (state === 'improved') {
    const better = describeBetter(subject.threshold, subject.metric, from);
    return `${values}; better by more than ${better}`;
  }
  return `${values}; within the ${allowed} allowed`;
}
