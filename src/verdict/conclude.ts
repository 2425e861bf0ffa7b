import type { Aggregate, Counts, SeriesVerdict, Verdict } from '../contract/documents.ts';
import { isGap, mayFailTest } from '../contract/gaps.ts';
import { isNotSeen } from '../contract/missed-change.ts';
import { isPlanReduced } from '../contract/suite-changes.ts';
import { isAlone } from '../contract/sides.ts';
import type { TestFindings } from './judge-tests.ts';

export function countStates(series: readonly SeriesVerdict[]): Counts {
  const counts: Counts = {
    regressed: 0,
    improved: 0,
    'not-regressed': 0,
    undecided: 0,
    'no-baseline': 0,
    'not-seen': 0,
    blocking: 0,
  };
  for (const one of series) {
    counts[one.state] += 1;
    if (one.blocking) counts.blocking += 1;
    if (isNotSeen(one)) counts['not-seen'] = (counts['not-seen'] ?? 0) + 1;
  }
  return counts;
}

/** The parts of a measurement that a conclusion needs. */
export type Measured = Pick<Aggregate, 'build' | 'shards' | 'problems'>;

/** The strongest statement that holds; the order is that of what a person has to know first. */
export function conclude(
  aggregate: Measured,
  series: readonly SeriesVerdict[],
  counts: Counts,
  findings: TestFindings,
): Verdict['conclusion'] {
  const isBroken = findings.broken.length > 0 && !aggregate.problems.some(mayFailTest);
  if (counts.blocking > 0 || isBroken) return 'regressed';
  const isNothingToMeasure = findings.unaffected.length > 0 && findings.unmeasured.length === 0;
  if (series.length === 0 && !isNothingToMeasure) return 'nothing-measured';
  if (aggregate.shards.missing.length > 0 || aggregate.problems.some(isGap)) return 'incomplete';
  if (findings.unmeasured.length > 0 || aggregate.build.interrupted === true) return 'incomplete';
  // Nothing was compared: that is no reason to be green. Where both sides ran, the base may be broken.
  // A test that was left out was compared, by what it reads.
  const isCompared = findings.unaffected.length > 0 || !isNothingCompared(series);
  if (isAlone(aggregate.build) || !isCompared) return 'undecided';
  if (!series.some(isUndecidedBlocker)) return 'passed';
  // Less was measured, so less is decided: that is no noise.
  return aggregate.problems.some(isPlanReduced) ? 'incomplete' : 'undecided';
}

/** Rules that only warn do not make it a comparison. */
export function isNothingCompared(series: readonly SeriesVerdict[]): boolean {
  return series.every(
    ({ state, before }) => state === 'no-baseline' || before.location === undefined,
  );
}

/** It was tested and points past its threshold, which may be chance: neither want of runs nor the machine is to blame. */
export function isSuspected({ evidence, state }: SeriesVerdict): boolean {
  const { scaled, veto } = evidence;
  if (state !== 'undecided' || scaled === undefined || veto !== undefined) return false;
  return scaled.effect >= scaled.limit;
}

export function isUndecidedBlocker({ state, threshold }: SeriesVerdict): boolean {
  return state === 'undecided' && threshold.action === 'block';
}
