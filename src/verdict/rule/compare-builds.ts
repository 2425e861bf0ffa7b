import { sortNumbers } from '../../stats/sort-numbers.ts';
import { trimmedMean, type TrimmedMean } from '../../stats/trimmed-mean.ts';

/** On the scale, by pair; NaN where a side has no value. */
interface Sides {
  before: readonly number[];
  after: readonly number[];
  differences: readonly number[];
}

/**
 * Where each side has several builds, the mean of each build is one value: the error of the change then holds what
 * builds of the same code differ by, and what runs do, in one (a nested design).
 * @param runs what single pairs say: builds that are alike by chance, or by the steps of a source, are not surer
 */
export function compareBuilds(
  { before, after, differences }: Sides,
  { builds, share }: { builds: number; share: number },
  runs: TrimmedMean,
): TrimmedMean {
  const listMeans = (side: readonly number[]): number[] =>
    Array.from({ length: builds }, (_, build) =>
      side.filter((__, pair) => pair % builds === build && !Number.isNaN(differences[pair])),
    ).flatMap((own) => (own.length === 0 ? [] : [trimmedMean(sortNumbers(own), share).mean]));
  const [first, second] = [listMeans(before), listMeans(after)];
  // One build says nothing of how builds differ.
  if (Math.min(first.length, second.length) < 2) return { ...runs, standardError: Infinity };
  const [from, to] = [trimmedMean(first, 0), trimmedMean(second, 0)];
  const standardError = Math.hypot(from.standardError, to.standardError);
  const df = from.df + to.df;
  const mean = to.mean - from.mean;
  return standardError > runs.standardError
    ? { mean, standardError, df }
    : { mean, standardError: runs.standardError, df: Math.min(runs.df, df) };
}
