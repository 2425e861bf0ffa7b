import type { Evidence, Interval, SeriesVerdict, SideSamples } from '../contract/documents.ts';
import type { Decision } from './rule/decide.ts';
import { levelAfter } from './rule/estimate.ts';
import { toChange } from './rule/scale.ts';
import { fewestRepeats } from './rule/settle.ts';
import type { Subject, Settled } from './rule/subject.ts';
import type { DescribeCause } from './words/describe-cause.ts';
import { describeCounts } from './words/describe-counts.ts';
import { describeDecision } from './words/describe-decision.ts';
import { formatQuantity, shownUnit } from '../contract/units.ts';
import { describeAllowed } from './words/describe-threshold.ts';
import { sayChange } from './words/say-change.ts';

/** Two-sided confidence of an interval whose ends hold with 95% each. */
const intervalConfidence = 0.9;

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
  return {
    ...report(subject, state, describeSettled(settled)),
    evidence,
    before: describeSide(subject.series.before, [], before),
    after: describeSide(subject.series.after, [], after),
  };
}

/** @param unsteady how many times as much its runs vary after, where that is much more */
export function reportDecision(
  decision: Decision,
  causeOf: DescribeCause,
  unsteady?: number,
): SeriesVerdict {
  const { change, estimate, isSeen, state } = decision;
  const { subject } = estimate;
  const { test, metric } = subject.series;
  const isUnseen = state === 'not-regressed' && !isSeen;
  const cause = state === 'undecided' || isUnseen ? causeOf(test, metric) : undefined;
  return {
    ...report(subject, state, describeDecision(decision, cause, unsteady)),
    ...(state === 'not-regressed' ? { seen: isSeen } : {}),
    evidence: collectEvidence(decision),
    before: describeSide(subject.series.before, estimate.rejectedBefore, estimate.baseBefore),
    after: describeSide(subject.series.after, estimate.rejectedAfter, levelAfter(estimate, change)),
  };
}

function collectEvidence(decision: Decision): Evidence {
  const { change, estimate, lower, upper, smallestVisible, corrected, veto } = decision;
  const { scale, baseBefore } = estimate;
  const { effect, pWorse, df } = change;
  const evidence: Evidence = {
    method: estimate.method,
    changeAbsolute: levelAfter(estimate, change) - baseBefore,
    p: pWorse,
    degreesOfFreedom: df,
    ...scaleEvidence(decision),
    ...(estimate.builds === undefined ? {} : { builds: estimate.builds }),
  };
  if (veto !== undefined) {
    evidence.veto = { canary: veto.canary, change: Math.expm1(veto.change) };
  }
  if (baseBefore <= 0) return evidence;
  const ends = [toChange(scale, baseBefore, lower), toChange(scale, baseBefore, upper)];
  const interval: Interval = { confidence: intervalConfidence };
  const low = Math.min(...ends);
  const high = Math.max(...ends);
  if (Number.isFinite(low)) interval.lower = low;
  if (Number.isFinite(high)) interval.upper = high;
  evidence.change = toChange(scale, baseBefore, effect);
  if (corrected !== undefined) evidence.corrected = toChange(scale, baseBefore, corrected);
  evidence.interval = interval;
  const visible = Math.abs(toChange(scale, baseBefore, smallestVisible));
  if (Number.isFinite(visible)) evidence.smallestVisible = visible;
  return evidence;
}

/** Nothing where a limit is out of reach, or no error is known. */
function scaleEvidence({ change, estimate: { scale, worse } }: Decision): Pick<Evidence, 'scaled'> {
  const { effect, standardError } = change;
  const { floor: limit, margin } = worse;
  if (![standardError, limit, margin].every(Number.isFinite)) return {};
  const { offset } = scale;
  const scaled = { effect, standardError, margin, limit, ...(offset > 0 ? { offset } : {}) };
  return { scaled };
}

function report(subject: Subject, state: SeriesVerdict['state'], reason: string) {
  const { test, span, annotations, platform, metric } = subject.series;
  const { threshold } = subject;
  const blocking = state === 'regressed' && threshold.action === 'block';
  return { test, span, annotations, platform, metric, state, blocking, reason, threshold };
}

function describeSide(
  values: SideSamples['values'],
  rejected: number[],
  location: number | undefined,
): SideSamples {
  return location === undefined ? { values, rejected } : { values, rejected, location };
}

function meanOf(values: readonly number[]): number | undefined {
  if (values.length === 0) return undefined;
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Why a series that needed no test is in its state, in a sentence. */
function describeSettled(settled: Settled): string {
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
      const has = Math.min(subject.before.length, subject.after.length);
      return `needs at least ${fewestRepeats} repeats on each side, has ${has}`;
    }
    case 'below-absolute':
      return `all values of both sides lie within ${describeAbsolute(subject)} of each other`;
    case 'counts':
    case 'counts-near':
    case 'counts-differ':
    case 'counted-once':
      return describeCounts(settled);
    case 'exact':
      return describeExact(subject, state);
  }
}

function describeAbsolute({ metric, threshold }: Settled['subject']): string {
  return formatQuantity(threshold.absolute ?? 0, shownUnit(metric));
}

function describeExact(subject: Settled['subject'], state: Settled['state']) {
  const from = subject.before[0] as number;
  const to = subject.after[0] as number;
  const unit = shownUnit(subject.metric);
  if (from === to) return `exactly ${formatQuantity(from, unit)} in every repeat of both sides`;
  const allowed = describeAllowed(subject.threshold, subject.metric, from);
  const change = from === 0 ? '' : `, ${sayChange(to / from - 1)}`;
  const values = `exactly ${formatQuantity(from, unit)} in every repeat before and ${formatQuantity(to, unit)} after${change}`;
  if (state === 'regressed') return `${values}; worse by more than the ${allowed} allowed`;
  if (state === 'improved') return `${values}; better by more than ${allowed}`;
  return `${values}; within the ${allowed} allowed`;
}
