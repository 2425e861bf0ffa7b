import { medianOfStretch } from '../../stats/trim.ts';
import { measurePairs } from './measure-pairs.ts';
import { measureSubject } from './measure-subject.ts';
import { fitFamily, type Family, type FamilySpreads, type Spread } from './shrink-families.ts';
import type { Subject } from './subject.ts';

/** Differences have to vary by less than this share of what two runs of their own would. */
const worthPairing = 0.5;

/** What the series of a metric have in common: noise differs between metrics. */
export interface MetricFamilies {
  /** Fitted to the variances of single runs. */
  runs?: Family;
  /** Fitted to the variances of the differences within pairs; only if pairs move together. */
  pairs?: Family;
}

interface Gathered {
  runs: FamilySpreads;
  pairs: FamilySpreads;
  /** The variance of a difference as a share of that of two runs of their own. */
  shares: number[];
}

/**
 * Fits the priors of each metric and chooses the metrics whose pairs are compared: where a machine is slow
 * for minutes on end, both runs of a pair are, and their difference does not care. A metric is
 * paired as a whole, when the median of its series gains enough: one series would often seem to gain by
 * chance.
 */
export function fitMetrics(
  subjects: readonly Subject[],
  outliersPerFive: number,
): Map<string, MetricFamilies> {
  const families = new Map<string, MetricFamilies>();
  for (const [metric, { runs, pairs, shares }] of gather(subjects, outliersPerFive)) {
    const fitted: MetricFamilies = {};
    if (runs.variances.length > 0) fitted.runs = fitFamily(runs);
    if (movesTogether(shares)) fitted.pairs = fitFamily(pairs);
    families.set(metric, fitted);
  }
  return families;
}

function gather(subjects: readonly Subject[], outliersPerFive: number): Map<string, Gathered> {
  const byMetric = new Map<string, Gathered>();
  for (const subject of subjects) {
    const { metric } = subject.series;
    const known = byMetric.get(metric) ?? { runs: noSpreads(), pairs: noSpreads(), shares: [] };
    byMetric.set(metric, known);
    // Only the variances are kept: the values on the scale, of a whole build, would be most of the memory.
    const measured = measureSubject(subject, outliersPerFive);
    if (!measured.alone) addSpread(known.runs, measured);
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
