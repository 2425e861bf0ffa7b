import { sortNumbers } from '../../stats/sort-numbers.ts';
import { trimmedMean, type TrimmedMean } from '../../stats/trimmed-mean.ts';

/** On the scale, by pair; NaN where a side has no value. */
interface Sides {
  before: readonly number[];
  after: readonly number[];
  differences: readonly number[];
}

/** Degrees of freedom of what is expected: with more, builds that differ by 3% turn red; see docs/statistics.md. */
const trustInExpected = 4;

/**
 * Compares sides of several builds: the mean of each build is one value. The error of the change then holds what builds
 * of the same code differ by, and what runs do, in one (a nested design). Two or four means say little of their
 * variance by themselves, so it is joined with the one expected, each weighed by its degrees of freedom (Smyth,
 * Statistical Applications in Genetics and Molecular Biology 3, 2004, section 3).
 * @param layout by how much two builds are expected to differ, on the scale
 * @param runs what single pairs say: builds that are alike by chance, or by the steps of a source, are not surer
 */
export function compareBuilds(
  { before, after, differences }: Sides,
  { builds, layout, share }: { builds: number; layout: number; share: number },
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
  const seen = from.standardError ** 2 + to.standardError ** 2;
  const dfSeen = from.df + to.df;
  const expected = runs.standardError ** 2 + layout ** 2 / builds;
  const dfExpected = Math.min(trustInExpected, runs.df);
  const df = dfExpected + dfSeen;
  const variance = (dfExpected * expected + dfSeen * seen) / df;
  return {
    mean: to.mean - from.mean,
    standardError: Math.max(Math.sqrt(variance), runs.standardError),
    df,
  };
}
