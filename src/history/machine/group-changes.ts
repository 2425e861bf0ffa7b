import type { ReportedChange } from '../change-points/watched-series.ts';

/** Several canaries that changed together. */
export interface MachineShift {
  /** The first place of the new level. */
  at: number;
  range: ReportedChange['range'];
  /** The largest change first; `change` is a share of the level before. */
  canaries: readonly { canary: string; change: number }[];
}

type ChangeOfCanary = Pick<ReportedChange, 'at' | 'range' | 'change'> & { canary: string };

/** Fewer may be noise, or a part that wears out. */
const fewestCanaries = 3;

/** Changes in one direction whose ranges touch are one, if enough canaries have it. Oldest first. */
export function groupChanges(changes: readonly ChangeOfCanary[]): MachineShift[] {
  const groups: ChangeOfCanary[][] = [];
  for (const change of changes.toSorted((a, b) => a.at - b.at)) {
    const group = groups.find((one) => one.some((other) => belongs(other, change)));
    if (group === undefined) groups.push([change]);
    else group.push(change);
  }
  return groups.flatMap((group) => {
    const canaries = [...Map.groupBy(group, ({ canary }) => canary)].map(([canary, own]) => ({
      canary,
      change: own[0]?.change ?? 0,
    }));
    const clearest = group.toSorted((a, b) => widthOf(a) - widthOf(b))[0];
    if (clearest === undefined || canaries.length < fewestCanaries) return [];
    const { at, range } = clearest;
    canaries.sort((a, b) => Math.abs(b.change) - Math.abs(a.change));
    return [{ at, range, canaries }];
  });
}

function belongs(one: ChangeOfCanary, other: ChangeOfCanary): boolean {
  const isSameWay = Math.sign(one.change) === Math.sign(other.change);
  return isSameWay && one.range.after < other.range.upTo && other.range.after < one.range.upTo;
}

function widthOf({ range }: ChangeOfCanary): number {
  return range.upTo - range.after;
}
