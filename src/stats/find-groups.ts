/** With so many runs a side, noise of one kind hardly ever looks like two groups. */
const manyRuns = 10;
/** Share of sides that look like two groups where one run in ten is disturbed; simulated for 5 to 20 runs. */
const usualOfFew = 0.18;
const usualOfMany = 0.09;
/** How far above the usual share chance takes it once in 160 builds. */
const deviations = 2.5;
const fewestSides = 20;

/** Sides of series that were looked at, by how many runs they have. */
export interface GroupCount {
  few: number;
  many: number;
  inGroups: number;
}

export const noGroups: GroupCount = { few: 0, many: 0, inGroups: 0 };

/**
 * Counts one more side. Its runs are two groups where the widest gap that leaves more than one run in five on
 * either side takes more than half of their range.
 * @param sorted ascending; fewer than five say nothing
 */
export function countGroups(counted: GroupCount, sorted: readonly number[]): GroupCount {
  const n = sorted.length;
  if (n < 5) return counted;
  const most = Math.floor(n / 5);
  const range = (sorted[n - 1] as number) - (sorted[0] as number);
  let widest = 0;
  for (let i = most + 1; i < n - most; i += 1) {
    widest = Math.max(widest, (sorted[i] as number) - (sorted[i - 1] as number));
  }
  const isMany = n >= manyRuns;
  return {
    few: counted.few + (isMany ? 0 : 1),
    many: counted.many + (isMany ? 1 : 0),
    inGroups: counted.inGroups + (widest > range / 2 ? 1 : 0),
  };
}

/** Whether so many sides are two groups that the runs cannot have noise of one kind. */
export function fallIntoGroups({ few, many, inGroups }: GroupCount): boolean {
  const sides = few + many;
  if (sides < fewestSides) return false;
  const usual = (few * usualOfFew + many * usualOfMany) / sides;
  return inGroups / sides > usual + deviations * Math.sqrt((usual * (1 - usual)) / sides);
}
