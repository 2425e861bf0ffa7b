import { countGroups, fallIntoGroups, type GroupCount, noGroups } from '../../stats/find-groups.ts';
import { locate } from '../../stats/locate.ts';
import { measureKeptVariance } from '../../stats/measure-variance.ts';
import { medianOfStretch } from '../../stats/trim.ts';
import { measurePairs } from './measure-pairs.ts';
import { measureSubject } from './measure-subject.ts';
import {
  fitFamily,
  type Family,
  type FamilySpreads,
  shrinkNoise,
  type Spread,
} from './shrink-families.ts';
import type { Measured, Subject } from './subject.ts';

/** Differences have to vary by less than this share of what two runs of their own would. */
const worthPairing = 0.5;

/** What the series of a metric have in common: noise differs between metrics. */
export interface MetricFamilies {
  /** Fitted to the variances of single runs. */
  runs?: Family;
  /** The same of the runs that are kept; only where the metric is not restless. */
  kept?: Family;
  /** Fitted to the variances of the differences within pairs; only if pairs move together. */
  pairs?: Family;
  /**
   * Its runs fall into groups: the machine, or what is measured, has two states. All runs of a side may be in
   * one of them by chance, and the spread within the sides says nothing of that.
   */
  isRestless: boolean;
}

interface Gathered {
  runs: FamilySpreads;
  pairs: FamilySpreads;
  /** The variance of a difference as a share of that of two runs of their own. */
  shares: number[];
  groups: GroupCount;
}

/** All that a verdict rests on. */
export function fitMetrics(
  subjects: readonly Subject[],
  outliersPerFive: number,
): Map<string, MetricFamilies> {
  const families = fitRuns(subjects, outliersPerFive);
  for (const [metric, spreads] of gatherKept(subjects, families, outliersPerFive)) {
    const family = families.get(metric);
    if (family !== undefined) family.kept = fitFamily(spreads);
  }
  return families;
}

/**
 * Fits the priors of each metric and chooses the metrics whose pairs are compared: where a machine is slow
 * for minutes on end, both runs of a pair are, and their difference does not care. A metric is
 * paired as a whole, when the median of its series gains enough: one series would often seem to gain by
 * chance. Screening needs no more than this.
 */
export function fitRuns(
  subjects: readonly Subject[],
  outliersPerFive: number,
): Map<string, MetricFamilies> {
  const families = new Map<string, MetricFamilies>();
  for (const [metric, { groups, runs, pairs, shares }] of gather(subjects, outliersPerFive)) {
    const isRestless = fallIntoGroups(groups);
    const fitted: MetricFamilies = { isRestless };
    if (runs.variances.length > 0) fitted.runs = fitFamily(runs);
    if (movesTogether(shares)) fitted.pairs = fitFamily(pairs);
    families.set(metric, fitted);
  }
  return families;
}

/** What screening leaves is known only once the families of all runs are. */
function gatherKept(
  subjects: readonly Subject[],
  families: ReadonlyMap<string, MetricFamilies>,
  outliersPerFive: number,
): Map<string, FamilySpreads> {
  const byMetric = new Map<string, FamilySpreads>();
  for (const subject of subjects) {
    const { metric } = subject.series;
    const family = families.get(metric);
    if (family?.runs === undefined || family.isRestless) continue;
    const measured = measureSubject(subject, outliersPerFive);
    if (measured.alone) continue;
    const { deviation } = shrinkNoise(measured, family.runs);
    const kept = measureKept(measured, deviation, outliersPerFive);
    if (kept === undefined) continue;
    const spreads = byMetric.get(metric) ?? noSpreads();
    byMetric.set(metric, spreads);
    addSpread(spreads, kept);
  }
  return byMetric;
}

/**
 * The spread of the runs that screening by this deviation keeps.
 * @returns undefined where too few are left
 */
export function measureKept(
  { before, after, leastVariance }: Measured,
  deviation: number,
  outliersPerFive: number,
): Spread | undefined {
  const screen = outliersPerFive === 0 ? Infinity : deviation;
  const measured = measureKeptVariance([
    [before, locate(before, screen)],
    [after, locate(after, screen)],
  ]);
  if (measured === undefined) return undefined;
  const { variance, df } = measured;
  return { variance: Math.max(variance, leastVariance, 1e-12), df, leastVariance };
}

function gather(subjects: readonly Subject[], outliersPerFive: number): Map<string, Gathered> {
  const byMetric = new Map<string, Gathered>();
  for (const subject of subjects) {
    const { metric } = subject.series;
    const known = byMetric.get(metric) ?? {
      runs: noSpreads(),
      pairs: noSpreads(),
      shares: [],
      groups: noGroups,
    };
    byMetric.set(metric, known);
    // Only the variances are kept: the values on the scale, of a whole build, would be most of the memory.
    const measured = measureSubject(subject, outliersPerFive);
    if (!measured.alone) {
      addSpread(known.runs, measured);
      // Values in ticks are groups by themselves.
      if (subject.metric.exactness !== 'ticks') {
        const { before, after } = measured;
        known.groups = countGroups(countGroups(known.groups, before), after);
      }
    }
    const paired = measurePairs(measured, outliersPerFive);
    if (paired === undefined) continue;
    addSpread(known.pairs, paired);
    known.shares.push(paired.variance / (2 * measured.variance));
  }
  return byMetric;
}

function noSpreads(): FamilySpreads {
  return { variances: [], dfs: [] };
}

function addSpread({ variances, dfs }: FamilySpreads, { variance, df }: Spread): void {
  variances.push(variance);
  dfs.push(df);
}

function movesTogether(shares: number[]): boolean {
  if (shares.length === 0) return false;
  shares.sort((a, b) => a - b);
  return medianOfStretch(shares, 0, shares.length) < worthPairing;
}
