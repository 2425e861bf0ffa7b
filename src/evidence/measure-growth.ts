import type { Profile } from '../contract/documents.ts';
import { wholeTestSpan } from '../contract/execution.ts';
import { median } from '../stats/median.ts';
import { trimmedMean } from '../stats/trimmed-mean.ts';
import type { Growth } from './test-functions.ts';

/** Cut from the values at each end; a disturbed pair has no weight. */
const trimmed = 0.2;

/**
 * How much more CPU time a whole test takes, from the pairs in which both sides passed.
 * @returns undefined where fewer than two say it
 */
export function measureGrowth(profiles: readonly Profile[]): Growth | undefined {
  const pairs = [...Map.groupBy(profiles, ({ repeat }) => repeat).values()].flatMap((pair) => {
    const [before, after] = (['before', 'after'] as const).map((side) =>
      readCpu(pair.find((one) => one.side === side)),
    );
    return before === undefined || after === undefined ? [] : [{ before, after }];
  });
  if (pairs.length < 2) return undefined;
  const logs = pairs.map(({ after, before }) => Math.log(after / before));
  const { mean, standardError } = trimmedMean(
    logs.sort((a, b) => a - b),
    trimmed,
  );
  const before = median(pairs.map((pair) => pair.before));
  return { before, after: before * Math.exp(mean), error: standardError };
}

function readCpu(profile: Profile | undefined): number | undefined {
  if (profile?.outcome.status !== 'passed') return undefined;
  const whole = profile.spans.find(({ span }) => span === wholeTestSpan);
  const value = whole?.values['cpu.total'];
  return value !== undefined && value > 0 ? value : undefined;
}
