import type { RunOfSeries, Series } from '../answers.ts';

/** Around the newest change, and at the end, so many commits stay whole: hosts and distributions are compared there. */
export const reach = 40;
/** Builds at the end that stay, of whatever branch. */
const newestRuns = 20;

/** What is not seen closely has so many times less: a reader who goes there asks again. */
const coarser = 4;

interface Wish {
  /** Commits that a chart can show. */
  points: number;
  /** Commits at both ends of what is seen closely. */
  shown: string;
  /** A build that stays. */
  run?: string | number | undefined;
}

/**
 * The series as a chart of some width can show it: the part that is seen closely, and of all commits as many as have
 * room. Outliers, releases, and what lies beside changes and alerts stay.
 */
export function thinSeries(answer: Series, { points, run, shown }: Wish): Series {
  const { alerts = [], changes, commits, levels, runs } = answer;
  if (commits.length <= points) return answer;
  const placeOf = new Map(commits.map(({ commit }, place) => [commit, place]));
  const last = commits.length - 1;
  const ends = changes.map(({ range }) =>
    [range.after, range.upTo].map(({ commit }) => placeOf.get(commit) ?? last),
  );
  const [from, to] = findShown(answer, { points, shown }, ends.at(-1)?.[0] ?? last);
  const kept = new Set<number>();
  const odd = new Set(runs.filter(hasOutlier).map(findPlace));
  // Of each column the first commit, and the first with an outlier.
  const keep = (first: number, end: number, columns = Infinity): void => {
    const width = Math.max(1, (end - first + 1) / columns);
    for (let column = first; column <= end; column += width) {
      const place = Math.ceil(column);
      kept.add(place);
      const next = Math.ceil(column + width);
      for (let one = place; one < next; one += 1) {
        if (!odd.has(one)) continue;
        kept.add(one);
        break;
      }
    }
  };
  keep(0, last, points / coarser);
  keep(from, to, points);
  keep(last - reach, last);
  for (const [after = 0, upTo = 0] of ends) keep(after - 1, upTo + 1, points / coarser);
  const [after = last, upTo = last] = ends.at(-1) ?? [];
  keep(after - reach, after);
  keep(upTo, upTo + reach);
  kept.add(levels.at(-1)?.place ?? last);
  for (const { commit } of alerts) kept.add(placeOf.get(commit) ?? -1);
  const isKept = (one: RunOfSeries, i: number): boolean =>
    i >= runs.length - newestRuns ||
    one.runId === run ||
    one.branchKind === 'release' ||
    kept.has(findPlace(one));
  return {
    ...answer,
    commits: commits.map((one, place) =>
      kept.has(place) ? one : { commit: one.commit, atMs: one.atMs },
    ),
    levels: levels.filter(({ place }) => kept.has(place)),
    runs: runs.filter(isKept),
    allLevels: levels.length,
    allRuns: runs.length,
  };
}

function findPlace({ after, before }: RunOfSeries): number {
  return after?.place ?? before?.place ?? -1;
}

function hasOutlier({ after, before, isMachineOdd }: RunOfSeries): boolean {
  return isMachineOdd || [after, before].some((side) => (side?.outliers.length ?? 0) > 0);
}

/** What the address names, else the newest commits, with the newest change if it is older. */
function findShown(
  { commits }: Series,
  { points, shown }: Pick<Wish, 'points' | 'shown'>,
  changed: number,
): [from: number, to: number] {
  const last = commits.length - 1;
  const find = (name: string): number => commits.findIndex(({ commit }) => commit.startsWith(name));
  const [from = -1, to = -1] = shown.split('..').map(find);
  if (from >= 0 && to >= from) return [from, to];
  return [Math.max(0, Math.min(last - points, changed - reach)), last];
}
