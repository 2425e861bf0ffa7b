import { findChangePoints } from './change-points/find-change-points.ts';
import { usualSettings } from './change-points/settings.ts';
import { findRamp } from './find-ramp.ts';
import type { CommitLevel, Estimate, FittedLevels } from './levels/fit-levels.ts';

/** A change of a series' levels. Sizes are on the scale of the levels; places are those of commits. */
export interface LevelChange {
  /** The first commit of the new level. */
  at: number;
  /** The commit of the change comes after the first of these places, and is at the latest that of the second. */
  range: { after: number; upTo: number };
  /** The level moved step by step, over all of the range. */
  isGradual: boolean;
  /** Only the newest commits show it, too few for a level of their own. */
  isFresh: boolean;
  before: Estimate;
  after: Estimate;
  size: Estimate;
  /** One minus the chance that noise alone looks like this anywhere in the series. */
  confidence: number;
}

/** A shorter history cannot show a change: each of its two levels needs as many values. */
export const fewestLevels = 2 * usualSettings.shortestAtEnd;
const pastSeconds = 10;

/** Commits on either side that a change is judged by. */
const reach = 60;
/** As clear as the detector wants a change to be, where errors of neighbours go together. */
const clearErrors = 4.5;
/** So much of a change at least is seen by runs that measured both sides of it on one host. */
const seenWithin = 0.5;
/** For a change that only the newest commits show. */
const freshErrors = 6;

/** A change as indices of levels. */
interface Candidate {
  /** For a step both are the same: the first level after it. For a slope, its beginning and its end. */
  from: number;
  to: number;
  range: readonly [number, number];
  isFresh: boolean;
  confidence: number;
}

/**
 * Change points of levels. The detector takes their errors for those of neighbours that somewhat go together. The
 * network of runs knows how they do, so each change has to be clear by that as well: the least clear one goes,
 * again and again. One that runs of both sides do not show on their hosts is none. Steps in one direction that a slope
 * describes better are one change.
 */
export function findLevelChanges(fit: FittedLevels, isLogarithm: boolean): LevelChange[] {
  const { levels, average, compare, compareWithin } = fit;
  const places = levels.map(({ place }) => place);
  const placeOf = (index: number): number => (levels[index] as CommitLevel).place;
  const values = levels.map(({ level }) => (isLogarithm ? Math.exp(level) : level));
  const found = findChangePoints(values).map(
    ({ at, confidence, earliest, isFresh, latest }): Candidate => {
      return { from: at, to: at, range: [earliest - 1, latest], isFresh, confidence };
    },
  );
  const sides = (all: readonly Candidate[], i: number): [number[], number[]] => {
    const { from, to } = all[i] as Candidate;
    const low = Math.max(all[i - 1]?.to ?? 0, from - reach);
    const high = Math.min(all[i + 1]?.from ?? places.length, to + reach);
    return [places.slice(low, from), places.slice(to, high)];
  };
  const clarityAt = (all: readonly Candidate[], i: number): number => {
    const { isFresh } = all[i] as Candidate;
    const { value, error } = compare(...sides(all, i));
    return Math.abs(value) / error / (isFresh ? freshErrors : clearErrors);
  };
  const isSeen = (all: readonly Candidate[], i: number): boolean => {
    const [after, upTo] = (all[i] as Candidate).range;
    const within = compareWithin(placeOf(after), placeOf(upTo));
    return within === undefined || within / compare(...sides(all, i)).value >= seenWithin;
  };
  const clear = leaveOutUnclear(found, clarityAt);
  const doubted = new Set(clear.filter((_, i) => !isSeen(clear, i)));
  const stepped = joinSlopes(fit, clear, doubted);
  const seen = stepped.filter((_, i) => isSeen(stepped, i));
  const joined = leaveOutUnclear(seen, clarityAt);
  return joined.map(({ from, to, range, isFresh, confidence }, i) => {
    const [before, after] = sides(joined, i);
    return {
      at: placeOf(to),
      range: { after: placeOf(range[0]), upTo: placeOf(range[1]) },
      ...{ isGradual: from < to, isFresh, confidence, size: compare(before, after) },
      ...{ before: average(before), after: average(after) },
    };
  });
}

function leaveOutUnclear(
  found: readonly Candidate[],
  clarityAt: (all: readonly Candidate[], i: number) => number,
): Candidate[] {
  let kept = [...found];
  for (;;) {
    const clarities = kept.map((_, i) => clarityAt(kept, i));
    const least = Math.min(...clarities);
    if (least >= 1) return kept;
    kept = kept.filter((_, i) => i !== clarities.indexOf(least));
  }
}

/** @param doubted steps that runs of both sides do not show */
function joinSlopes(
  { levels, average }: FittedLevels,
  steps: readonly Candidate[],
  doubted: ReadonlySet<Candidate>,
): Candidate[] {
  const values = levels.map(({ level }) => level);
  const meanOf = (from: number, to: number): number =>
    values.slice(from, to).reduce((sum, value) => sum + value, 0) / (to - from);
  const bounds = [0, ...steps.map(({ from }) => from), values.length];
  const isUp = steps.map(
    (_, i) =>
      meanOf(bounds[i + 1] as number, bounds[i + 2] as number) >
      meanOf(bounds[i] as number, bounds[i + 1] as number),
  );
  const joined: Candidate[] = [];
  for (let i = 0; i < steps.length;) {
    let end = i + 1;
    while (end < steps.length && isUp[end] === isUp[i] && isNear(steps, end)) end += 1;
    const group = steps.slice(i, end);
    const low = Math.max(bounds[i] as number, (bounds[i + 1] as number) - reach);
    const high = Math.min(bounds[end + 1] as number, (bounds[end] as number) + reach);
    const starts = group.map(({ from }) => from);
    const before = levels.slice(low, starts[0]);
    const { error } = average(before.map(({ place }) => place));
    const variance = varianceOf(before.map(({ level }) => level));
    const inflation = Math.max(1, (error ** 2 * before.length) / variance);
    const isDoubted = group.every((one) => doubted.has(one));
    const ramp = findRamp(values, starts, [low, high], inflation, isDoubted);
    if (ramp === undefined) joined.push(...group);
    else {
      const confidence = Math.max(...group.map((one) => one.confidence));
      const isFresh = group.every((one) => one.isFresh);
      joined.push({
        from: ramp.from + 1,
        to: ramp.to,
        range: [ramp.from, ramp.to],
        isFresh,
        confidence,
      });
    }
    i = end;
  }
  return joined;
}

function isNear(steps: readonly Candidate[], i: number): boolean {
  return (steps[i] as Candidate).from - (steps[i - 1] as Candidate).from <= reach;
}

function varianceOf(values: readonly number[]): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return (
    values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / Math.max(1, values.length - 1)
  );
}

/**
 * The command that measures as many commits as a change of level needs. Each of them shortly: a level puts them together.
 * @param branch `HEAD` where its name is one that a shell would read as more than a name
 */
export function measurePast(branch = 'HEAD'): string {
  const of = /^\w[\w./-]*$/.test(branch) ? branch : 'HEAD';
  const commits = `git rev-list --reverse --first-parent --min-parents=1 -n ${fewestLevels} ${of}`;
  const compare = `npx perigee compare --affected all --time ${pastSeconds}s $commit^ $commit`;
  return `for commit in $(${commits}); do ${compare}; done`;
}
