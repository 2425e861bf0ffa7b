import type { Series } from '../../api/answers.ts';

/** An event at a place beside the values. */
export interface AxisMark {
  place: number;
  text: string;
  /** Something is still to be done. */
  isOpen?: boolean;
}

/** Alerts of the series, and the newest build of each release. */
export function listAxisMarks({ alerts = [], commits, runs }: Series): AxisMark[] {
  const releases = new Map<string, number>();
  for (const { after, before, branch, branchKind } of runs) {
    const place = after?.place ?? before?.place;
    if (branchKind === 'release' && branch !== undefined && place !== undefined) {
      releases.set(branch, place);
    }
  }
  const placed = alerts.flatMap(({ commit, isOpen, number }): AxisMark[] => {
    const place = commits.findIndex((one) => one.commit === commit);
    return place < 0 ? [] : [{ place, text: `alert #${number}`, isOpen }];
  });
  return [...placed, ...[...releases].map(([text, place]) => ({ place, text }))];
}
