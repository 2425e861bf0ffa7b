import type { ChangeGroup } from '../group-by-commit.ts';
import type { Worse } from './list-worse.ts';

type Group = ChangeGroup<Worse>;
type Range = Group['range'];

/** Commits between two steps of one climb at most, and over which a climb goes at least. */
const farthest = 60;
const shortest = 15;
/** Commits on either side by which a step is told from a slope. */
const reach = 60;
/**
 * In variances of a level, how much worse a slope may describe a series than its step. In replays it was at most 8
 * where a creep looked like a step, and at least 18, for 19 of 20, where a step of 8% was to be a slope over 20 commits.
 */
const worseBy = 10;

/**
 * A level that climbs over many commits looks like a step in noisy series, in each at another commit. Groups are one
 * where a slope over all of them describes every series about as well as its step. A real step under a slope, or beside
 * another one, is described much worse by it and stays alone.
 * @param groups in the order of commits
 */
export function joinClimbs(groups: readonly Group[]): Group[] {
  const joined: Group[] = [];
  for (const group of groups) {
    const both = joined.flatMap((one, i) => {
      const range = findSlope(one, group);
      return range === undefined ? [] : [{ i, group: joinTwo(one, group, range) }];
    })[0];
    if (both === undefined) joined.push(group);
    else joined[both.i] = both.group;
  }
  // A slope that was met late may explain what came first.
  return joined.length === groups.length ? joined : joinClimbs(joined);
}

function joinTwo(one: Group, other: Group, range: Range): Group {
  const changes = [...one.changes, ...other.changes].map((change) => ({
    ...change,
    isGradual: true,
  }));
  return { range, changes };
}

/** @returns the slope that both may be parts of */
function findSlope(one: Group, other: Group): Range | undefined {
  const [first, second] = one.range.upTo <= other.range.upTo ? [one, other] : [other, one];
  if (first.changes.every((a) => second.changes.some((b) => a.of === b.of))) return undefined;
  const gradual = [first, second].filter(({ changes }) => changes.some((each) => each.isGradual));
  const whole = {
    after: Math.min(first.range.after, second.range.after),
    upTo: Math.max(first.range.upTo, second.range.upTo),
  };
  const [slope] = gradual;
  if (slope !== undefined && !touches(first.range, second.range)) return undefined;
  const range = slope === undefined ? whole : gradual.length === 1 ? slope.range : whole;
  const length = range.upTo - range.after;
  if (length > farthest + shortest) return undefined;
  // Steps lie within the climb, not at its ends.
  const aside = slope === undefined ? Math.ceil(length / 2) : 0;
  const over = { after: range.after - aside, upTo: range.upTo + aside };
  if (over.upTo - over.after < shortest) return undefined;
  const steps = [first, second].flatMap(({ changes }) => changes.filter((each) => !each.isGradual));
  return steps.every((each) => isLikeSlope(each, over)) ? range : undefined;
}

function touches(one: Range, other: Range): boolean {
  return one.after < other.upTo && other.after < one.upTo;
}

/** By least squares, on levels that no other change lies between. */
function isLikeSlope({ at, of }: Worse, { after, upTo }: Range): boolean {
  const { changes, isLogarithm, levels } = of.history;
  const others = changes.map((one) => one.at).filter((one) => one < after || one > upTo);
  const low = Math.max(after - reach, ...others.filter((one) => one < after));
  const high = Math.min(upTo + reach, ...others.filter((one) => one > upTo));
  const near = levels.filter(({ place }) => place >= low && place < high);
  const valueOf = ({ value }: { value: number }): number => (isLogarithm ? Math.log(value) : value);
  const describe = (shareAt: (place: number) => number): number =>
    leftBeside(
      near.map(({ place }) => shareAt(place)),
      near.map(valueOf),
    );
  const ofStep = describe((place) => (place < at ? 0 : 1));
  const ofSlope = describe((place) => Math.min(1, Math.max(0, (place - after) / (upTo - after))));
  return ofSlope - ofStep < (worseBy * ofStep) / Math.max(1, near.length - 2);
}

/** Squares that the best multiple of a shape leaves. */
function leftBeside(shape: readonly number[], values: readonly number[]): number {
  const mean = (all: readonly number[]): number =>
    all.reduce((sum, value) => sum + value, 0) / all.length;
  const [x, y] = [mean(shape), mean(values)];
  let [xx, xy, yy] = [0, 0, 0];
  shape.forEach((share, i) => {
    const off = (values[i] as number) - y;
    xx += (share - x) ** 2;
    xy += (share - x) * off;
    yy += off ** 2;
  });
  return xx > 0 ? yy - xy ** 2 / xx : yy;
}
