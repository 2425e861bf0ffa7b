import type { Problem, Profile, Side } from '../contract/documents.ts';
import { sideStopped, testStopped } from '../contract/gaps.ts';
import { firstSlower } from '../contract/suite-changes.ts';
import { formatQuantity } from '../contract/units.ts';
import { median } from '../stats/median.ts';
import type { Bench, FirstExecution } from './bench.ts';

/** How many times slower than the later ones the first execution is, and how much more so than before. */
const farSlower = 2.5;
const leastMoreNs = 200e6;

/** Explanations that the executions of a test on the two sides give only together. */
export function explainExecutions({
  firsts,
  measured,
}: Pick<Bench, 'firsts' | 'measured'>): Problem[] {
  return [...measured].flatMap(([test, profiles]) => [
    ...explainFirst(test, firsts.get(test) ?? {}, profiles),
    ...explainStops(test, profiles),
  ]);
}

/**
 * A test of the change that keeps its results does not show what the change costs. Observation makes a test slower, by
 * as much as an observed one takes longer that is not the first.
 */
function explainFirst(
  test: string,
  firsts: Partial<Record<Side, FirstExecution>>,
  profiles: readonly Profile[],
): Problem[] {
  const sides = (['before', 'after'] as const).flatMap((side) => {
    const later = profiles
      .filter((one) => one.side === side && one.outcome.status === 'passed')
      .map(({ durationNs }) => durationNs);
    const first = firsts[side];
    return first === undefined || later.length < 2 ? [] : [{ ...first, usual: median(later) }];
  });
  const slowdown = Math.max(1, ...sides.map(({ nextNs = 0, usual }) => nextNs / usual));
  const [before, after] = sides.map(({ durationNs, isObserved, nextNs, usual }) => {
    const expected = isObserved ? (nextNs ?? usual * slowdown) : usual;
    return { first: durationNs, usual, more: durationNs - expected, ratio: durationNs / expected };
  });
  if (before === undefined || after === undefined) return [];
  if (after.ratio < farSlower * Math.max(1, before.ratio) || after.more < leastMoreNs) return [];
  const [first, usual] = [after.first, after.usual].map((ns) => formatQuantity(ns, 'ns'));
  const message = `its first execution took ${first} after the change, and a later one takes ${usual}; before, the first was not far slower. If it keeps something between executions, they do not show what the change costs`;
  return [{ code: firstSlower, test, side: 'after', message }];
}

/** A test that stops itself does so on both sides, and short stops are seen by chance. */
function explainStops(test: string, profiles: readonly Profile[]): Problem[] {
  const [before = 0, after = 0] = (['before', 'after'] as const).map(
    (side) =>
      profiles.filter(
        (one) => one.side === side && one.problems.some(({ code }) => code === testStopped),
      ).length,
  );
  const pairs = profiles.length / 2;
  if (Math.abs(before - after) <= pairs / 2) return [];
  const side = before > after ? 'before' : 'after';
  const message = `something stopped its processes in ${before} executions before and ${after} after, so that they took longer: look for a program that setup has left running`;
  return [{ code: sideStopped, test, side, message }];
}
