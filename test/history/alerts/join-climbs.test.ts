import { expect, test } from 'vitest';
import { joinClimbs } from '../../../src/history/alerts/join-climbs.ts';
import type { FollowedSeries, Worse } from '../../../src/history/alerts/list-worse.ts';
import { groupByCommit } from '../../../src/history/group-by-commit.ts';
import type { SeriesHistory } from '../../../src/history/summarize-history.ts';
import { createRandom, drawNormal } from '../../../src/stats/random.ts';
import { step } from './make-request.ts';

const climb = (place: number): number => 0.12 * Math.min(1, Math.max(0, (place - 60) / 40));

interface Found {
  test: string;
  levelOf(place: number): number;
  range: readonly [number, number];
  isGradual?: boolean;
}

/** What joins of such changes, by the names of their series; 1.5% noise of a level. */
function join(seed: number, ...all: readonly Found[]): { tests: string; range: Worse['range'] }[] {
  const random = createRandom(seed);
  const changes = all.map(({ isGradual = false, levelOf, range: [after, upTo], test }): Worse => {
    const identity = { test, span: 's', metric: 'latency', platform: 'p', annotations: {} };
    const levels = Array.from({ length: 150 }, (_, place) => {
      const value = 100 * Math.exp(levelOf(place) + 0.015 * drawNormal(random));
      return { place, value, low: value, high: value };
    });
    const level = { value: 100, low: 99, high: 101 };
    const one = {
      ...{ at: upTo, range: { after, upTo }, isGradual, isConfirmed: true, confidence: 1 },
      ...{ before: level, after: level, change: 0.1 },
    };
    const history: SeriesHistory = {
      ...{ levels, isLogarithm: true, changes: [one], earlier: [], creep: [], unread: [] },
      ...{ spreads: { repeat: 0.01, side: 0.01, host: 0.03, hostsFrom: 'commits' }, error: 0.01 },
      offsets: new Float64Array(),
    };
    const of: FollowedSeries = {
      identity,
      direction: 'lower',
      floor: 0,
      runs: [],
      alarms: [],
      history,
    };
    return { ...one, of, size: 0.1 };
  });
  return joinClimbs(groupByCommit(changes)).map((group) => ({
    tests: group.changes.map(({ of }) => of.identity.test).join(),
    range: group.range,
  }));
}

const seeds = Array.from({ length: 20 }, (_, i) => i + 1);

test.each([
  ['far apart', [72, 74], [85, 87]],
  ['close together', [78, 80], [84, 86]],
] as const)('steps %s that noise makes of one climb are one group', (_, one, other) => {
  const alone = seeds.filter((seed) => {
    const found = join(
      seed,
      { test: 'a', levelOf: climb, range: one },
      { test: 'b', levelOf: climb, range: other },
    );
    return found.length > 1;
  });
  expect(alone).toEqual([]);
});

test('a step of the same climb joins the slope that others show, and takes its range', () => {
  const joined = seeds.map((seed) =>
    join(
      seed,
      { test: 'a', levelOf: climb, range: [60, 99], isGradual: true },
      { test: 'b', levelOf: climb, range: [78, 80] },
    ),
  );
  for (const found of joined) {
    expect(found).toHaveLength(1);
    expect(found[0]!.range).toEqual({ after: 60, upTo: 99 });
  }
});

test('regressions of two commits that are near each other stay two', () => {
  for (const seed of seeds) {
    const found = join(
      seed,
      { test: 'a', levelOf: step(60, 0.08), range: [59, 60] },
      { test: 'b', levelOf: step(75, 0.08), range: [74, 75] },
    );
    expect(
      found.map(({ tests }) => tests),
      `seed ${seed}`,
    ).toEqual(['a', 'b']);
  }
});

test('a regression within a climb stays alone', () => {
  for (const seed of seeds) {
    const found = join(
      seed,
      { test: 'a', levelOf: climb, range: [60, 99], isGradual: true },
      { test: 'b', levelOf: step(80, 0.08), range: [79, 80] },
    );
    expect(found.map(({ tests }) => tests).toSorted(), `seed ${seed}`).toEqual(['a', 'b']);
  }
});
