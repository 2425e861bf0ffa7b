import { mean } from 'simple-statistics';
import type { Side } from '../../contract/documents.ts';
import { countedMetric } from '../../contract/metrics.ts';
import { keyOf, type Run, smallCount } from './compare-functions.ts';

/** The mean count of each span of a side that has one. */
function readMeans(runs: readonly Run[], side: Side): Map<string, number> {
  const own = runs.filter(({ profile }) => profile.side === side);
  const spans = Map.groupBy(
    own.flatMap(({ profile }) => profile.spans.filter(({ values }) => countedMetric in values)),
    keyOf,
  );
  return new Map(
    [...spans].map(([key, all]) => [
      key,
      mean(all.map(({ values }) => values[countedMetric] ?? 0)),
    ]),
  );
}

/** Whether the count of a span differs between the sides by more than a share. Of a small span a few are none. */
export function hasMoved(runs: readonly Run[], share: number): boolean {
  const after = readMeans(runs, 'after');
  return [...readMeans(runs, 'before')].some(([key, count]) => {
    const other = after.get(key) ?? count;
    return Math.abs(other - count) > share * Math.max(Math.min(count, other), smallCount);
  });
}

/**
 * Where memory lies decides what a program does with addresses: Python's cache of attributes, for one, is searched by
 * them, and two names that share a place there cost a span 0.8% more. Such luck only adds. So each span of each side
 * keeps its counts in that layout in which it has fewer.
 * @param others as many of the same test in another layout
 */
export function keepFewer(runs: readonly Run[], others: readonly Run[]): Run[] {
  return (['before', 'after'] as const).flatMap((side) => {
    const [means, otherMeans] = [readMeans(runs, side), readMeans(others, side)];
    const ofSide = (all: readonly Run[]) => all.filter(({ profile }) => profile.side === side);
    const isFewer = (key: string): boolean =>
      (otherMeans.get(key) ?? Infinity) < (means.get(key) ?? Infinity);
    return ofSide(runs).map((run, index) => {
      const other = ofSide(others)[index];
      const spans = run.profile.spans.map((one) => {
        const same = other?.profile.spans.find((span) => keyOf(span) === keyOf(one));
        return same !== undefined && isFewer(keyOf(one)) ? same : one;
      });
      // Functions are counted for all spans at once.
      const isOther = spans.every((one, place) => one !== run.profile.spans[place]);
      const counted = isOther && other !== undefined ? other.counted : run.counted;
      return { profile: { ...run.profile, spans }, counted };
    });
  });
}
