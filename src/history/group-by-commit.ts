import type { ChangeOfSeries } from './summarize-history.ts';

/** Changes of several series that one commit may have made. */
export interface ChangeGroup<T extends Change> {
  /** The possible places: the commit comes after the first, and is at the latest the second. */
  range: { after: number; upTo: number };
  changes: readonly T[];
}

type Change = Pick<ChangeOfSeries, 'range' | 'change' | 'isGradual'>;

/**
 * Puts changes in one direction together whose ranges have a commit in common, those with the narrowest range first.
 * @returns in the order of commits
 */
export function groupByCommit<T extends Change>(changes: readonly T[]): ChangeGroup<T>[] {
  const groups: { range: ChangeGroup<T>['range']; changes: T[] }[] = [];
  const width = ({ range }: Change): number => range.upTo - range.after;
  for (const one of changes.toSorted((a, b) => width(a) - width(b))) {
    const group = groups.find(({ range, changes: [first] }) => {
      const isAlike = first?.isGradual === one.isGradual && first.change > 0 === one.change > 0;
      return isAlike && one.range.after < range.upTo && range.after < one.range.upTo;
    });
    if (group === undefined) {
      groups.push({ range: one.range, changes: [one] });
      continue;
    }
    group.changes.push(one);
    group.range = {
      after: Math.max(group.range.after, one.range.after),
      upTo: Math.min(group.range.upTo, one.range.upTo),
    };
  }
  return groups.toSorted((a, b) => a.range.upTo - b.range.upTo);
}
