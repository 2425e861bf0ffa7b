import { type Difference, measureExcess } from '../../stats/excess-variance.ts';
import { fitPrior, shrinkVariance, type Prior } from '../../stats/shrink-variances.ts';
import { upperTail } from '../../stats/student-t.ts';
import { screeningCost, type Estimate } from './estimate.ts';
import { mostBorrowed } from './shrink-families.ts';
import { type BuildMeans, meanBuilds } from './mean-builds.ts';
import { fromScale, limitOnScale } from './scale.ts';

/**
 * Where each side has several builds, their means are the values: the error of the change then holds what builds of
 * the same code differ by, and what runs do, in one (a nested design; decision 191).
 * @returns the estimates, and by metric by how much builds seem to differ: a standard deviation on the scale
 */
export function compareBuilds(
  fromRuns: readonly Estimate[],
  builds: number,
): { estimates: Estimate[]; betweenBuilds: Map<string, number> } {
  const measured = fromRuns.map((one) => ({ one, means: meanBuilds(one, builds) }));
  const families = new Map(
    [...Map.groupBy(measured, ({ one }) => one.subject.series.metric)].map(([metric, members]) => [
      metric,
      fitFamily(members.flatMap(({ means }) => means ?? [])),
    ]),
  );
  const estimates = measured.map(({ one, means }) => {
    const family = families.get(one.subject.series.metric);
    return means === undefined || family === undefined
      ? leaveOpen(one)
      : compare(one, means, family);
  });
  const betweenBuilds = new Map(
    [...families].map(([metric, { excess }]) => [metric, Math.sqrt(excess)]),
  );
  return { estimates, betweenBuilds };
}

/** What the series of a metric have in common. */
interface Family {
  /** The variance between builds that most series have, at the least. */
  excess: number;
  /** Of the variances of the means, as shares of what the runs and the excess make one expect. */
  prior: Prior;
  /** Degrees of freedom of all its series together. */
  total: number;
}

function fitFamily(members: readonly BuildMeans[]): Family {
  const distances: Difference[] = members.flatMap((one) => one.distances);
  const excess = measureExcess(distances);
  const lending = members.filter(({ isAlone }) => !isAlone);
  const dfs = lending.map(({ df }) => df);
  const shares = lending.map((one) => Math.max(one.variance / expectVariance(one, excess), 1e-6));
  const fitted = fitPrior(shares, dfs);
  const prior = { ...fitted, df: Math.min(fitted.df, mostBorrowed) };
  return { excess, prior, total: dfs.reduce((sum, df) => sum + df, 0) };
}

function expectVariance({ ofRuns, sides }: BuildMeans, excess: number): number {
  return ofRuns + sides * excess;
}

function compare(one: Estimate, means: BuildMeans, { excess, prior, total }: Family): Estimate {
  const { scale, subject } = one;
  const borrowed = means.isAlone ? 0 : countBorrowed(one, Math.min(prior.df, total - means.df));
  const expected = expectVariance(means, excess);
  const share = shrinkVariance(means.variance / expected, means.df, { ...prior, df: borrowed });
  const ofBuilds = Math.sqrt(screeningCost * means.weight * share * expected);
  // The builds of a series may be alike by chance, or by the steps of its source.
  const standardError = Math.max(ofBuilds, one.standardError);
  const df = means.df + borrowed;
  const effect = means.after - means.before;
  const baseBefore = fromScale(scale, means.before);
  const baseAfter = fromScale(scale, means.after);
  const worse = limitOnScale(scale, subject.threshold, baseBefore);
  const better = limitOnScale(scale, subject.threshold, baseAfter);
  // A p of 1 is a doubt's, which another error does not lift.
  const p = (known: number, distance: number) =>
    known === 1 ? 1 : upperTail(distance / standardError, df);
  return {
    ...one,
    baseBefore,
    baseAfter,
    effect,
    standardError,
    df,
    worse,
    better,
    builds: means.builds,
    pWorse: p(one.pWorse, effect - worse.margin),
    pBetter: p(one.pBetter, -effect - better.margin),
  };
}

/**
 * What a series borrows is a share of what its runs make one expect, and that is uncertain itself.
 * @param most in a small build the prior is uncertain too
 */
function countBorrowed({ df }: Estimate, most: number): number {
  return most <= 0 ? 0 : 1 / (1 / most + 1 / df);
}

/** One build says nothing of how builds differ. */
function leaveOpen(one: Estimate): Estimate {
  return { ...one, doubt: 'one-build', understated: true, pWorse: 1, pBetter: 1 };
}
