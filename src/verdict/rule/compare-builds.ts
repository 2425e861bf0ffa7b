import { trimmedMean, type TrimmedMean } from '../../stats/trimmed-mean.ts';

type Values = readonly (number | undefined)[];

/**
 * Where each side has several builds, the mean of each build is one value: the error of the change then holds what
 * builds of the same code differ by, and what runs do, in one (a nested design).
 * @param sides before and after, on the scale, by pair
 * @param runs what single pairs say: builds that are alike by chance, or by the steps of a source, are not surer
 */
export function compareBuilds(
  [before, after]: readonly [Values, Values],
  { builds, share }: { builds: number; share: number },
  runs: TrimmedMean,
): TrimmedMean {
  const [first, second] = [before, after].map((side) => meanBuilds(side, builds, share));
  const fewest = Math.min(first?.length ?? 0, second?.length ?? 0);
  // One build says nothing of how builds differ.
  if (first === undefined || second === undefined || fewest < 2) {
    return { ...runs, standardError: Infinity };
  }
  const [from, to] = [trimmedMean(first, 0), trimmedMean(second, 0)];
  const standardError = Math.hypot(from.standardError, to.standardError);
  const df = from.df + to.df;
  const mean = to.mean - from.mean;
  return standardError > runs.standardError
    ? { mean, standardError, df }
    : { mean, standardError: runs.standardError, df: Math.min(runs.df, df) };
}

function meanBuilds(side: Values, builds: number, share: number): number[] {
  return Array.from({ length: builds }, (_, build) =>
    side.filter((value, pair) => value !== undefined && pair % builds === build),
  ).flatMap((values) => {
    const sorted = values.filter((value) => value !== undefined).sort((a, b) => a - b);
    return sorted.length === 0 ? [] : [trimmedMean(sorted, share).mean];
  });
}
